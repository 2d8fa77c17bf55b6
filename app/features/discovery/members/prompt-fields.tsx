import { formState } from "#app/request/forms.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { FieldGroup, fieldId } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { MOST_PROMPTS } from "#worker/discovery/members/prompts.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./profile-form.module.css";
import { promptsIn, promptText } from "./prompts.ts";

const SLOTS = [...Array(MOST_PROMPTS).keys()];

type Props = { profile: Profile; questions: string[] };

export function PromptFields({ profile, questions }: Props) {
  const { t } = edge();
  const form = formState("profile");
  const { values, fields, code: refused } = form;
  const said = refused !== null && values.prompt_0 !== undefined ? promptsIn(values) : profile.prompts;
  const renderedAt = (slot: number) => [
    [`prompt_${slot}`, profile.prompts[slot]?.question ?? ""],
    [`answer_${slot}`, profile.prompts[slot]?.answer ?? ""],
  ];
  const options = optionsOf({ profile, questions });
  return (
    <FieldGroup
      error={fields.prompts}
      hint={t("members.prompts.hint", { max: MOST_PROMPTS })}
      id={fieldId("prompts")}
      label={t("members.prompts.title")}
    >
      <RenderedValues form={form} part=".prompts" values={Object.fromEntries(SLOTS.flatMap(renderedAt))} />
      {SLOTS.map((slot) => (
        <div className={css.prompt} key={slot}>
          <Select
            defaultValue={said[slot]?.question ?? ""}
            error={fields[`prompts.${slot}.question`]}
            label={t("members.prompts.question", { number: slot + 1 })}
            name={`prompt_${slot}`}
            options={options}
            placeholder={t("members.prompts.none")}
          />
          <Textarea
            defaultValue={said[slot]?.answer ?? ""}
            dir="auto"
            error={fields[`prompts.${slot}.answer`]}
            label={t("members.prompts.answer", { number: slot + 1 })}
            name={`answer_${slot}`}
            rows={2}
          />
        </div>
      ))}
    </FieldGroup>
  );
}

/** The first answer alone; a new member finds a question chosen. An empty answer counts as none. */
export function FirstPrompt({ profile, questions }: Props) {
  const { t } = edge();
  const form = formState("profile");
  const { values, fields } = form;
  const stored = profile.prompts[0] ?? { question: questions[0] ?? "", answer: "" };
  const error = fields["prompts.0.answer"] ?? fields["prompts.0.question"] ?? fields.prompts;
  return (
    <FieldGroup hideLabel id={fieldId("prompts")} label={t("members.prompts.title")}>
      <RenderedValues form={form} part=".prompts" values={{ prompt_0: stored.question, answer_0: stored.answer }} />
      <div className={css.prompt}>
        <Select
          defaultValue={values.prompt_0 ?? stored.question}
          label={t("members.prompts.title")}
          name="prompt_0"
          options={optionsOf({ profile, questions })}
        />
        <Textarea
          defaultValue={values.answer_0 ?? stored.answer}
          dir="auto"
          error={error}
          hideLabel
          label={t("members.prompts.answer", { number: 1 })}
          name="answer_0"
          rows={2}
        />
      </div>
    </FieldGroup>
  );
}

function optionsOf({ profile, questions }: Props): { value: string; label: string }[] {
  const offered = [...new Set([...questions, ...profile.prompts.map(({ question }) => question)])];
  return offered.map((question) => ({ value: question, label: promptText(question) }));
}
