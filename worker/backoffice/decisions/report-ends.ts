import type { Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { reportJob } from "#worker/delivery/push/jobs.ts";
import type { DecisionsStore } from "./decisions.store.ts";
import type { WriteTo } from "./letters.ts";

const AT_ONCE = 50;

interface Deps {
  store: Pick<DecisionsStore, "openAbout" | "end">;
  mails: Pick<Mails, "reportDecided" | "dispatch">;
  writeTo: WriteTo;
  live: Pick<Live, "tell">;
}

/** Idempotent: the push of a report is one job. */
export async function tellReporter(live: Pick<Live, "tell">, reporter: string, report: string): Promise<void> {
  await live.tell(reporter, { events: [{ type: "news" }], changed: ["user"], pushes: [reportJob(reporter, report)] });
}

/** Ends the open reports about a member who is erased, and tells the reporters. Idempotent. */
export function createReportEnds({ store, mails, writeTo, live }: Deps) {
  return async (memberId: string, now: number): Promise<void> => {
    let open: Awaited<ReturnType<DecisionsStore["openAbout"]>>;
    do {
      open = await store.openAbout(memberId, AT_ONCE);
      const ends = await Promise.all(
        open.map(async (row) => {
          const { report } = row;
          if (row.id === null) return { report, mail: null };
          const mail = await writeTo(row, now, (ctx) => mails.reportDecided(ctx, { ...row, outcome: "left" }));
          return { report, mail: mail && { ...mail, id: `${report}-left` } };
        }),
      );
      if (ends.length > 0) await store.end(ends, now);
      for (const { mail } of ends) if (mail) await mails.dispatch(mail.id);
      for (const { id, report } of open) if (id !== null) await tellReporter(live, id, report);
    } while (open.length === AT_ONCE);
  };
}
