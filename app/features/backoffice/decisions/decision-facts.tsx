import type { Decision } from "#worker/backoffice/decisions/decisions.contract.ts";
import { originIn, textsOf } from "#worker/people/reports/decisions.vocabulary.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./case.module.css";

export function DecisionFacts({ decision }: { decision: Decision }) {
  const { about, reason, until, words, created_at, lifted_at, reference } = decision;
  const { t, reader } = edge();
  return (
    <>
      {until && <p>{t("decisions.until", { date: formatDay(until, reader) })}</p>}
      <p>
        {t("decisions.about", { what: t(`reports.kinds.${about}`) })}{" "}
        {t("decisions.because", { reason: t(`reports.reasons.${reason}`) })}
      </p>
      {words && (
        <div>
          <p className="muted small">{t(textsOf(originIn(decision)).added)}</p>
          <blockquote className={css.quote} dir="auto">
            {words}
          </blockquote>
        </div>
      )}
      {lifted_at && <p>{t("decisions.lifted", { date: formatDay(lifted_at, reader) })}</p>}
      <p className="muted small">
        <time dateTime={created_at}>{formatDay(created_at, reader)}</time> · <span translate="no">{reference}</span>
      </p>
    </>
  );
}
