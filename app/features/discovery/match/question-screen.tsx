import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ChoiceRows } from "#app/ui/choice-rows.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import type { Key } from "#locales/index.ts";
import type { Finder } from "#worker/discovery/match/match.contract.ts";
import { ruleOf } from "#worker/discovery/match/questions.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { missingIn, nextAfter, questionPath } from "./finder-steps.ts";
import { answerQuestion } from "./match.actions.ts";
import css from "./question-screen.module.css";

type Question = Finder["questions"][number];

const HEADING = "match-question";

/** One question, what the answer before it told, and the way back and forth. */
export function QuestionScreen({ finder, question: { id, options, answer } }: { finder: Finder; question: Question }) {
  const { t, url } = edge();
  const { questions } = finder;
  const { message } = formState("match");
  const at = questions.findIndex((question) => question.id === id);
  const before = questions[at - 1];
  const next = nextAfter(finder, id);
  const just = questions.find((question) => question.id === url.searchParams.get("after") && question.answer !== null);
  const missing = missingIn(finder);
  const place = t("match.progress", { number: at + 1, count: questions.length });
  return (
    <section className={css.screen} key={id}>
      <ProgressBar label={place} max={questions.length} text={place} value={at + 1} />
      <div className={css.head} data-first="" tabIndex={-1}>
        {just ? (
          <Reward question={just} />
        ) : (
          at === 0 && <p className={css.intro}>{t("match.intro", { count: finder.needed })}</p>
        )}
        <h2 className={css.question} id={HEADING}>
          {t(`match.questions.${id}.text`)}
        </h2>
      </div>
      {message && <Alert tone="error">{message}</Alert>}
      <form action={answerQuestion} aria-labelledby={HEADING} className={css.form} noValidate>
        <input name="question" type="hidden" value={id} />
        <ChoiceRows
          chosen={answer}
          name="answer"
          options={options.map((code) => ({ value: code, label: optionName(id, code) }))}
        />
      </form>
      <div className={css.ways}>
        {before && (
          <ButtonLink href={questionPath(before.id)} icon="chevron-left" size="s" variant="quiet">
            {t("signup.joining.back")}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink href={questionPath(next)} size="s" variant="quiet">
            {t("signup.joining.skip")}
          </ButtonLink>
        )}
        {missing === 0 && (
          <ButtonLink href="/match-finder" icon="users" size="s" variant="secondary">
            {t("match.save")}
          </ButtonLink>
        )}
      </div>
      <p className={css.privacy}>
        {missing > 0 && missing < finder.needed && <>{t("match.more", { count: missing })} </>}
        {t("match.privacy")}
      </p>
    </section>
  );
}

/** What the last answer tells: true figures of real members, or the rule by which it counts. */
function Reward({ question: { id, fits } }: { question: Question }) {
  const { t } = edge();
  return (
    <p className={css.reward}>
      <span className={css.heart}>
        <Icon name="heart-filled" size="s" />
      </span>
      <span>{fits && fits.of > 0 ? t("match.fits", { count: fits.of, agree: fits.agree }) : t(`match.rules.${ruleOf(id)}`)}</span>
    </p>
  );
}

/** Label of an answer. A code that only the upstream defines is shown as it is. */
function optionName(id: string, code: string): string {
  const { t } = edge();
  const key = `match.questions.${id}.options.${code}`;
  return t.has(key) ? t(key as Key) : code;
}
