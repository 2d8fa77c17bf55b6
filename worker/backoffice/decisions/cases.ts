import { DECISION_REASONS } from "#db/schema/attributes.ts";
import type { EndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import { isDecision, originOf, STATEMENT_TEXT, STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";
import type { DecisionsStore } from "./decisions.store.ts";
import type { WriteTo } from "./letters.ts";
import { decisionOf, type Statement } from "./new-decision.ts";
import { tellReporter } from "./report-ends.ts";
import type { Follow } from "./report-group.ts";

interface Deps {
  store: DecisionsStore;
  mails: Mails;
  live: Live;
  keyedHash(text: string): Promise<string>;
  endSessions: EndSessions;
  writeTo: WriteTo;
  statement: Statement;
  /** Ends the reports that follow a decided one. */
  follow: Follow;
}

/** The queues of reports and of objections. */
export function createCases({ store, mails, live, keyedHash, endSessions, writeTo, statement, follow }: Deps) {
  const reports: Queue = {
    async decisionsFor({ objectId }) {
      const { report } = await store.facts(objectId, 0);
      const reasons = DECISION_REASONS;
      const removal = report?.kind === "chat" ? null : { content_removed: reasons };
      return { no_violation: [], ...removal, warning: reasons, mute_3: reasons, mute_7: reasons, mute_30: reasons, ban: reasons };
    },

    wordsFor: (decision) => (decision === "no_violation" ? null : STATEMENT_TEXT),

    async effect(item, now) {
      const { report, reporter, reported, strikes, email } = await store.facts(item.objectId, now - STRIKES.window);
      if (!report || !isDecision(item.decision)) return;
      const chosen = { kind: item.decision, reason: item.reason, words: item.words, by: item.decidedBy ?? "" };
      const of = { id: item.id, pool: report.pool, domainId: report.domainId };
      const against = { report: report.id, memberId: report.reportedId, about: report.kind };
      const decision = decisionOf(of, against, chosen, strikes, now);
      const mail =
        reporter &&
        (await writeTo(reporter, now, (ctx) =>
          mails.reportDecided(ctx, { ...reporter, reference: report.reference, outcome: decision ? "acted" : "no_violation" }),
        ));
      const hasPictures = report.callPictures > 0;
      const memberMail =
        decision && reported && (await writeTo(reported, now, (ctx) => statement.decided(ctx, reported, decision, hasPictures)));
      const rows = [mail && { ...mail, id: `${item.id}-reporter` }, memberMail && { ...memberMail, id: `${item.id}-member` }].map(
        (one) => one || null,
      );
      // A member who left can come back, so their address is hashed too.
      const prints = email ? await identityHashesOf(keyedHash, { id: report.reportedId, account: { email } }) : [];
      const work = () => store.decide({ report, decision, prints, mails: rows, now });
      if (decision?.kind === "ban") await endSessions(report.reportedId, now, work);
      else await announced(live, [report.reportedId, ...(report.reporterId ? [report.reporterId] : [])], work);
      for (const row of rows) if (row) await mails.dispatch(row.id);
      if (decision) await live.tell(report.reportedId, { events: [], changed: ["user"] });
      if (report.reporterId) await tellReporter(live, report.reporterId, report.id);
      await follow(item, report, item.decision, now);
    },
  };

  const appeals: Queue = {
    async decisionsFor() {
      return { upheld: [], reversed: [] };
    },

    async effect(item, now) {
      const { decision, member } = await store.find(item.objectId);
      if (!decision || (item.decision !== "upheld" && item.decision !== "reversed")) return;
      const outcome = item.decision;
      const mail =
        member &&
        (await writeTo(member, now, async (ctx) =>
          mails.objectionDecided(ctx, {
            ...member,
            reference: decision.reference,
            outcome,
            origin: originOf(decision),
            link: await statement.linkTo(ctx, decision.id),
          }),
        ));
      const row = mail ? { ...mail, id: `${item.id}-member` } : null;
      await announced(live, [decision.memberId], () => store.close({ decision, outcome, mail: row, now }));
      if (row) await mails.dispatch(row.id);
      await live.tell(decision.memberId, { events: [], changed: ["user"] });
    },
  };

  return { reports, appeals };
}
