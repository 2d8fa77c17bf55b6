import { DecisionFacts } from "#app/features/backoffice/decisions/decision-facts.tsx";
import { objectTo } from "#app/features/backoffice/decisions/decisions.actions.ts";
import { openedDecision } from "#app/features/backoffice/decisions/opened.ts";
import { NoIndex } from "#app/head/no-index.tsx";
import { Title } from "#app/head/title.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { Decision } from "#worker/backoffice/decisions/decisions.contract.ts";
import {
  isMutedByRule,
  lowersStarts,
  OBJECTION_TEXT,
  originIn,
  textsOf,
  UPHELD_DAYS,
} from "#worker/people/reports/decisions.vocabulary.ts";
import { PROOF_DAYS } from "#worker/people/reports/reports.vocabulary.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** The page of the mail's link; needs no session. */
export async function loader(): Promise<Decision> {
  return orThrow(edge().backend.decision(openedDecision()));
}

export function ServerComponent({ loaderData: decision }: { loaderData: Decision }) {
  const { t, reader } = edge();
  const { kind, objection, object_until, until } = decision;
  const texts = textsOf(originIn(decision));
  const title = t(`decisions.kinds.${kind}`);
  return (
    <div className="container reading page stack">
      <Title>{title}</Title>
      <NoIndex />
      <PageHeader title={title} />
      <DecisionFacts decision={decision} />
      <p>{t(texts.how)}</p>
      {decision.call_pictures && <p>{t("decisions.call_pictures", { days: PROOF_DAYS })}</p>}
      {isMutedByRule({ kind, until }) && <p>{t("decisions.mute_by_rule")}</p>}
      {objection !== "reversed" && lowersStarts({ kind, origin: originIn(decision) }) && (
        <p>{t("decisions.starts", { days: UPHELD_DAYS })}</p>
      )}
      {objection === "possible" ? (
        <>
          <p>{t(texts.objection, { date: formatDay(object_until, reader) })}</p>
          <Objection />
        </>
      ) : (
        <Alert tone={objection === "reversed" ? "success" : "info"}>
          {t(objection === "over" ? "decisions.over" : texts[objection])}
        </Alert>
      )}
      <p className="muted small">{t("decisions.further")}</p>
    </div>
  );
}

function Objection() {
  const { t } = edge();
  const state = formState("objection");
  return (
    <Card padding="l">
      <form action={objectTo} className="stack" noValidate>
        <Refusal beside={["text"]} form={state} />
        <Textarea
          defaultValue={state.values.words}
          error={state.fields.text}
          hint={t("decisions.why_hint", OBJECTION_TEXT)}
          label={t("decisions.why")}
          maxLength={OBJECTION_TEXT.max}
          minLength={OBJECTION_TEXT.min}
          name="words"
          required
          rows={6}
        />
        <Button wide>{t("decisions.object")}</Button>
      </form>
    </Card>
  );
}
