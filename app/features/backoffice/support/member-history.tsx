import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { SLOW_FROM } from "#worker/discovery/signals/signals.vocabulary.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { Rows } from "./rows.tsx";

type File = Awaited<ReturnType<StaffBackend["memberFile"]>>;

/** Reports by and about the member, decisions and signals. */
export function MemberHistory({ found }: { found: Pick<File, "reports" | "decisions" | "strikes" | "starts" | "signals"> }) {
  const words = WORDS.member;
  return (
    <>
      <Rows
        head={words.heads.report}
        rows={found.reports.map((one) => ({
          key: one.reference,
          cells: [
            <Time at={one.created_at} key="created_at" />,
            one.reference,
            one.by ? words.by : words.against,
            WORDS.report.kinds[one.kind],
            WORDS.report.reasons[one.reason],
            one.outcome?.replace("_", " ") ?? words.waits,
          ],
        }))}
        title={words.reports}
      />
      <Rows
        head={words.heads.decision}
        rows={found.decisions.map((one) => ({
          key: one.reference,
          cells: [
            <Time at={one.created_at} key="created_at" />,
            one.reference,
            one.kind.replace("_", " "),
            WORDS.report.decisionReasons[one.reason],
            one.until && <Time at={one.until} key="until" />,
            one.lifted_at && <Time at={one.lifted_at} key="lifted_at" />,
            one.outcome,
          ],
        }))}
        title={words.decisions}
      />
      <p>{words.strikes(found.strikes)}</p>
      <p>{words.starts(found.starts)}</p>
      <Rows
        head={words.signals.heads}
        rows={found.signals.parts.map(({ part, count, points }) => ({
          key: part,
          cells: [words.signals.parts[part], count, points],
        }))}
        title={words.signals.title}
      />
      <p>{words.signals.score(found.signals.score, SLOW_FROM)}</p>
    </>
  );
}
