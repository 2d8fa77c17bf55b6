import { formState } from "#app/request/forms.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { Select } from "#app/ui/select.tsx";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./profile-form.module.css";
import { choiceName, QUESTION, questionName } from "./question-texts.ts";

type Props = { profile: Pick<Profile, "answers"> };

export function QuestionFields({ profile }: Props) {
  const { t, settings } = edge();
  const form = formState("profile");
  const { values, fields } = form;
  const saidTo = (id: string) => profile.answers.find(({ question }) => question === id)?.choice ?? "";
  return (
    <div className={css.fields}>
      <RenderedValues
        form={form}
        part=".questions"
        values={Object.fromEntries(settings.questions.map(({ id }) => [QUESTION + id, saidTo(id)]))}
      />
      {settings.questions.map(({ id, choices }) => {
        const name = `${QUESTION}${id}`;
        return (
          <Select
            defaultValue={values[name] ?? saidTo(id)}
            error={fields[`answers.${id}`]}
            key={id}
            label={questionName(id)}
            name={name}
            options={choices.map((choice) => ({ value: choice.id, label: choiceName(id, choice.id) }))}
            placeholder={t("members.form.notSaid")}
          />
        );
      })}
    </div>
  );
}

export function QuestionAnswers({ profile: { answers } }: Props) {
  return (
    <ChipList>
      {answers.map(({ question, choice }) => (
        <Chip key={question}>{`${questionName(question)}: ${choiceName(question, choice)}`}</Chip>
      ))}
    </ChipList>
  );
}
