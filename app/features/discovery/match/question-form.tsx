import { formState } from "#app/request/forms.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import type { Key } from "#locales/index.ts";
import type { Finder } from "#worker/discovery/match/match.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { answerQuestions } from "./match.actions.ts";
import css from "./question-form.module.css";

/** The eight questions with the stored answers. All are optional. */
export function QuestionForm({ questions }: { questions: Finder["questions"] }) {
  const { t } = edge();
  const state = formState("match");
  const rendered = questions.map(({ id, answer }) => [id, answer ?? ""]);
  return (
    <form action={answerQuestions} className={css.form}>
      {state.message && <Alert tone="error">{state.message}</Alert>}
      <RenderedValues form={state} values={Object.fromEntries(rendered)} />
      <ol className={css.list}>
        {questions.map(({ id, options, answer }, index) => (
          <li className={css.question} key={id}>
            <span aria-hidden="true" className={css.number}>
              {index + 1}
            </span>
            <RadioGroup
              defaultValue={answer ?? undefined}
              label={t(`match.questions.${id}.text`)}
              name={id}
              options={options.map((code) => ({ value: code, label: optionName(id, code) }))}
            />
          </li>
        ))}
      </ol>
      <div className={css.foot}>
        <p className={css.privacy}>{t("match.privacy")}</p>
        <Button icon="users" size="l">
          {t("match.save")}
        </Button>
      </div>
    </form>
  );
}

/** Label of an answer. A code that only the upstream defines is shown as it is. */
function optionName(id: string, code: string): string {
  const { t } = edge();
  const key = `match.questions.${id}.options.${code}`;
  return t.has(key) ? t(key as Key) : code;
}
