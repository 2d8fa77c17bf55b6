import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { FieldGroup, fieldId } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { ATTRIBUTE_NAMES, ATTRIBUTES, BY_CONSENT } from "#db/schema/attribute-table.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { ABOUT_LENGTH, formFields } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { MOST_PROMPTS } from "#worker/discovery/members/prompts.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import type { ProfileField } from "#worker/sites/domains/settings.vocabulary.ts";
import { codeName, fieldName } from "./attributes.ts";
import { heightChoices } from "./heights.ts";
import { LanguageFields } from "./language-fields.tsx";
import { PlaceField } from "./place-field.tsx";
import { placeText } from "./place-text.ts";
import css from "./profile-form.module.css";
import { QUESTION, questionName } from "./question-texts.ts";
import { codesOf } from "./search.ts";

/** In form order; the first has no title. */
const GROUPS = ["life", "family", "work", "habits", "beliefs", "looks"] as const;
type Group = (typeof GROUPS)[number];
type Asked = Exclude<ProfileField, "interests">;
const OTHERS: Partial<Record<Group, Asked[]>> = { work: ["languages"], looks: ["height"] };

function inGroup(group: Group): Asked[] {
  return [...ATTRIBUTE_NAMES.filter((attribute) => ATTRIBUTES[attribute].group === group), ...(OTHERS[group] ?? [])];
}

type Props = { profile: Profile; regions: Region[] };

export function ProfileProblems() {
  const { t, settings } = edge();
  const questions = settings.questions.map(({ id }) => [`${QUESTION}${id}`, questionName(id)]);
  const attributes = [...GROUPS.flatMap(inGroup), "interests" as const].map((field) => [field, fieldName(field)]);
  const labels = {
    looking_for: t("signup.looking_for.label"),
    place: t("members.form.place"),
    ...Object.fromEntries([...attributes, ...questions]),
    ...promptLabels(),
    about: t("members.form.about"),
  };
  return <Problems form={formState("profile")} labels={labels} />;
}

function promptLabels(): Record<string, string> {
  const { t } = edge();
  const slots = Array.from({ length: MOST_PROMPTS }, (_, slot) => slot);
  const labels = slots.flatMap((slot) => [
    [`prompt_${slot}`, t("members.prompts.question", { number: slot + 1 })],
    [`answer_${slot}`, t("members.prompts.answer", { number: slot + 1 })],
  ]);
  return { prompts: t("members.prompts.title"), ...Object.fromEntries(labels) };
}

/** `beliefs`: the consent to say religion and diet stands. */
export function Attributes({ profile, beliefs }: Pick<Props, "profile"> & { beliefs: boolean }) {
  const fields = formFields(edge().settings);
  const groups = GROUPS.map((group) => ({ group, asked: inGroup(group).filter((field) => fields.includes(field)) }));
  const single = groups.flatMap(({ asked }) => asked).filter((field) => field !== "languages");
  const open = single.filter((field) => beliefs || !BY_CONSENT.some((one) => one === field));
  const rendered = open.map((field) => [field, saidIn(profile, field)]);
  return (
    <>
      <RenderedValues form={formState("profile")} part=".facts" values={Object.fromEntries(rendered)} />
      {groups.map(({ group, asked }) => (
        <Group asked={asked} closed={group === "beliefs" && !beliefs} group={group} key={group} profile={profile} />
      ))}
    </>
  );
}

type GroupProps = Pick<Props, "profile"> & { group: Group; asked: Asked[]; closed: boolean };

function Group({ group, asked, closed, profile }: GroupProps) {
  if (asked.length === 0) return null;
  if (closed) return <BeliefsConsent />;
  const fields = (
    <>
      <div className={css.fields}>
        {asked.map((field) => field !== "languages" && <OneField field={field} key={field} profile={profile} />)}
      </div>
      {asked.includes("languages") && <LanguageFields profile={profile} />}
    </>
  );
  if (group === "life") return fields;
  return (
    <FieldGroup id={fieldId(group)} label={edge().t(`members.form.${group}`)}>
      {fields}
    </FieldGroup>
  );
}

export function Place({ profile, regions }: Props) {
  const form = formState("profile");
  const { values, fields } = form;
  const region = regions.find(({ code }) => code === profile.region);
  const said = region ? placeText(profile.city, region.name) : "";
  return (
    <>
      <RenderedValues form={form} part=".place" values={{ place: said }} />
      <PlaceField error={fields.region ?? fields.city} regions={regions} value={values.place ?? said} />
    </>
  );
}

/** Where and how religion and diet can be said. */
function BeliefsConsent() {
  const { t } = edge();
  return (
    <FieldGroup id={fieldId("beliefs")} label={t("members.form.beliefs")}>
      <p className="muted">{t("members.form.beliefsConsent")}</p>
      <a href="/settings/consents#optional">{t("members.form.beliefsAllow")}</a>
    </FieldGroup>
  );
}

type Single = Exclude<Asked, "languages">;

function saidIn(profile: Profile, field: Single): string {
  return `${profile[field] ?? ""}`;
}

function OneField({ field, profile }: { field: Single; profile: Profile }) {
  const { t, settings } = edge();
  const codes = () => codesOf(field, settings).map((code) => ({ value: code, label: codeName(field, code) }));
  const { values, fields } = formState("profile");
  return (
    <Select
      defaultValue={values[field] ?? saidIn(profile, field)}
      error={fields[field]}
      label={fieldName(field)}
      name={field}
      options={field === "height" ? heightChoices({ cm: 1, inches: 1 }, profile.height) : codes()}
      placeholder={t("members.form.notSaid")}
    />
  );
}

export function About({ profile }: { profile: Profile }) {
  const { t } = edge();
  const form = formState("profile");
  const { values, fields } = form;
  return (
    <>
      <RenderedValues form={form} part=".about" values={{ about: profile.about }} />
      <Textarea
        defaultValue={values.about ?? profile.about}
        dir="auto"
        error={fields.about}
        hint={t("members.form.aboutHint", { max: ABOUT_LENGTH })}
        label={t("members.form.about")}
        name="about"
        rows={5}
      />
    </>
  );
}
