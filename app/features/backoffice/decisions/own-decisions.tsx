import { Card } from "#app/ui/card.tsx";
import { formatDay } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { DecisionFacts } from "./decision-facts.tsx";

/** Decisions against the member, and when staff read messages or looked at photos that few see. */
export function OwnDecisions({ decisions, reads, photo_reads: photoReads }: CallOutput<"decisions">) {
  const { t, reader } = edge();
  return (
    <>
      {decisions.length > 0 && (
        <section className="stack">
          <h2>{t("decisions.title")}</h2>
          {decisions.map((one) => (
            <Card key={one.reference} title={t(`decisions.kinds.${one.kind}`)}>
              <DecisionFacts decision={one} />
              <a href={one.path}>{t(one.objection === "possible" ? "decisions.object" : "mail.letters.decision.button")}</a>
            </Card>
          ))}
        </section>
      )}
      <section className="stack">
        <h2>{t("decisions.reads.title")}</h2>
        {reads.length + photoReads.length === 0 && <p className="muted">{t("decisions.reads.none")}</p>}
        {reads.length + photoReads.length > 0 && (
          <ul>
            {reads.map(({ at, messages }) => (
              <li key={at}>{t("decisions.reads.row", { date: formatDay(at, reader), messages })}</li>
            ))}
            {photoReads.map(({ at, photos }) => (
              <li key={`photos ${at}`}>{t("decisions.reads.photos", { date: formatDay(at, reader), photos })}</li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
