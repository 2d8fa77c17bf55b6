import { Fragment } from "react";
import { ownQuestions } from "#app/features/accounts/landers/own-questions.ts";
import { LegalText } from "#app/features/sites/legal/legal-text.tsx";
import { pathOf } from "#app/request/path.ts";
import { PAGES } from "#locales/pages/index.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Serves every legal and help text; the path is the text's name. */
export function ServerComponent() {
  const page = PAGES.find((name) => `/${name}` === pathOf());
  if (!page) throw new Error("a legal page's route is not the name of a text");
  return <LegalText after={page === "faq" && <OwnQuestions />} page={page} />;
}

/** The operator's own, below ours. */
function OwnQuestions() {
  const { t, settings } = edge();
  const questions = ownQuestions();
  if (questions.length === 0) return null;
  return (
    <>
      <h2 id="own">{t("legal.own_questions", { site: settings.name })}</h2>
      {questions.map(({ question, answer }) => (
        <Fragment key={question}>
          <h3>{question}</h3>
          <p>{answer}</p>
        </Fragment>
      ))}
    </>
  );
}
