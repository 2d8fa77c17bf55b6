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
  const offered = [...new Set([...questions, ...profile.prompts.map(({ question }) => question)])];
  const options = offered.map((question) => ({ value: question, label: promptText(question) }));
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
