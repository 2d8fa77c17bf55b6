import { promptName } from "#app/features/backoffice/staff/prompts.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { ATTRIBUTES, type Attribute } from "#db/schema/attribute-table.ts";
import type { Key } from "#locales/index.ts";
import { PROMPT_SLOTS } from "#worker/backoffice/fictional/fictional.vocabulary.ts";
import { ABOUT_LENGTH } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { ANSWER_LENGTH } from "#worker/discovery/members/prompts.vocabulary.ts";
import { NAME_LENGTH } from "#worker/people/identity/lengths.vocabulary.ts";
import type { FormState } from "#worker/platform/form-answer.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import css from "./fictional.module.css";
import { FICTIONAL_WORDS as words } from "./fictional-words.ts";

type Form = Awaited<ReturnType<StaffBackend["fictionalForm"]>>;
type Offered = Form["offered"];
export type Stored = Awaited<ReturnType<StaffBackend["fictionalProfile"]>>["stored"];

const countryName = new Intl.DisplayNames("en", { type: "region" });
const languageName = new Intl.DisplayNames("en", { type: "language" });

/** What the form holds of a stored profile. */
export function typedOf({ attributes, interests, prompts, ...stored }: Stored): Record<string, string> {
  const slots = prompts.flatMap(({ question, answer }, index): [string, string][] => [
    [`question_${index + 1}`, question],
    [`answer_${index + 1}`, answer],
  ]);
  return { ...stored, ...attributes, ...Object.fromEntries(slots), chosen: interests.join(" ") };
}

/** Word of a code, as members read it in English. */
export function codeWord(field: string, code: string): string {
  const { t } = staffEdge();
  const key = `members.attributes.${field}.${code}`;
  return t.has(key) ? t(key as Key) : code;
}

interface Props {
  offered: Offered;
  /** What was sent and refused, else what is stored. */
  values: FormState["values"];
  fields: FormState["fields"];
}

export function FictionalFields({ offered, values, fields }: Props) {
  const { t } = staffEdge();
  const choice = (name: string, label: string, codes: readonly string[], wordOf: (code: string) => string) => (
    <Select
      defaultValue={values[name] ?? (codes.length === 1 ? codes[0] : undefined)}
      error={fields[name]}
      key={name}
      label={label}
      name={name}
      options={codes.map((value) => ({ value, label: wordOf(value) }))}
      placeholder={words.choose}
      required
    />
  );
  return (
    <>
      <Input
        autoComplete="off"
        defaultValue={values.name}
        error={fields.name}
        hint={words.nameHint}
        label={words.name}
        maxLength={NAME_LENGTH.max}
        name="name"
        required
        spellCheck={false}
      />
      <Input
        autoComplete="off"
        defaultValue={values.date_of_birth}
        error={fields.date_of_birth}
        hint={words.bornHint(offered.min_age)}
        inputMode="numeric"
        label={words.born}
        name="date_of_birth"
        required
      />
      {choice("gender", words.gender, offered.genders, (code) => codeWord("gender", code))}
      {choice("looking_for", words.lookingFor, offered.looking_for, (code) => t(`signup.looking_for.${code}` as Key))}
      {choice("country", words.country, offered.countries, (code) => countryName.of(code) ?? code)}
      {offered.places && (
        <Input
          autoComplete="off"
          defaultValue={values.town}
          error={fields.town}
          hint={words.townHint}
          label={words.town}
          maxLength={150}
          name="town"
        />
      )}
      {offered.about && (
        <Textarea
          defaultValue={values.about}
          dir="auto"
          error={fields.about}
          hint={words.aboutHint(languageName.of(offered.language) ?? offered.language)}
          label={words.about}
          maxLength={ABOUT_LENGTH}
          name="about"
          rows={5}
        />
      )}
      {offered.questions.length > 0 && PROMPT_SLOTS.map((slot) => <Prompt key={slot} {...{ slot, offered, values, fields }} />)}
      {offered.attributes.map((name) => (
        <Select
          defaultValue={values[name]}
          error={fields[name]}
          key={name}
          label={t(`members.profile.fields.${name}` as Key)}
          name={name}
          options={ATTRIBUTES[name as Attribute].codes.map((value) => ({ value, label: codeWord(name, value) }))}
          placeholder={words.unsaid}
        />
      ))}
      {offered.interests.length > 0 && <Interests {...{ offered, values, fields }} />}
    </>
  );
}

function Prompt({ slot, offered, values, fields }: Props & { slot: number }) {
  const [question, answer] = [`question_${slot}`, `answer_${slot}`];
  return (
    <>
      <Select
        defaultValue={values[question]}
        error={fields[question]}
        label={words.question(slot)}
        name={question}
        options={offered.questions.map((value) => ({ value, label: promptName(value) ?? value }))}
        placeholder={words.noQuestion}
      />
      <Textarea
        defaultValue={values[answer]}
        dir="auto"
        error={fields[answer]}
        label={words.answer(slot)}
        maxLength={ANSWER_LENGTH}
        name={answer}
        rows={2}
      />
    </>
  );
}

function Interests({ offered, values, fields }: Props) {
  const ticked = (values.chosen ?? "").split(" ");
  return (
    <fieldset aria-describedby={fields.chosen && "interests-error"} className={css.ticks}>
      <legend>{words.interests}</legend>
      {fields.chosen && (
        <p id="interests-error" role="alert">
          {fields.chosen}
        </p>
      )}
      {offered.interests.map((code) => (
        <Checkbox
          defaultChecked={ticked.includes(code)}
          id={`interest-${code}`}
          key={code}
          label={codeWord("interests", code)}
          name="chosen"
          value={code}
        />
      ))}
    </fieldset>
  );
}
