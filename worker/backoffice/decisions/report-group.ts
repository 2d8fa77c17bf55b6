import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { WorkRow } from "#worker/backoffice/work/work.store.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { followersOf, type ReportDecision } from "#worker/people/reports/decisions.vocabulary.ts";
import type { ReportRow } from "./decisions.store.ts";
import type { WriteTo } from "./letters.ts";
import { tellReporter } from "./report-ends.ts";
import type { ReportGroupStore } from "./report-group.store.ts";

const AT_ONCE = 50;

interface Deps {
  store: ReportGroupStore;
  mails: Pick<Mails, "reportDecided" | "dispatch">;
  writeTo: WriteTo;
  live: Pick<Live, "tell">;
}

export type Follow = ReturnType<typeof createReportGroup>;

/** Ends the open reports that follow a decision, and tells their reporters. The member was told once. Idempotent. */
export function createReportGroup({ store, mails, writeTo, live }: Deps) {
  return async (item: WorkRow, of: ReportRow, decision: ReportDecision, now: number): Promise<void> => {
    const outcome = decision === "no_violation" ? "no_violation" : "acted";
    const ctx = { now, requestId: `item ${item.id}`, viewer: null };
    for (;;) {
      const others = await store.followers(of, followersOf(decision), AT_ONCE);
      const all = await Promise.all(
        others.map(async (row) => {
          const { report } = row;
          const about = { object: "work_item" as const, id: `report ${report}`, reason: item.reason };
          const audit = auditRow(ctx, { action: "follow report", by: item.decidedBy, ...about });
          const mail = row.id === null ? null : await writeTo(row, now, (to) => mails.reportDecided(to, { ...row, outcome }));
          return { report, reporter: row.id, audit, mail: mail && { ...mail, id: `${report}-followed` } };
        }),
      );
      if (all.length === 0) return;
      await store.follow(item, all, now);
      for (const { mail, reporter, report } of all) {
        if (mail) await mails.dispatch(mail.id);
        if (reporter !== null) await tellReporter(live, reporter, report);
      }
    }
  };
}
