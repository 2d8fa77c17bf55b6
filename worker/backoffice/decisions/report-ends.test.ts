import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox, reports, workItems } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createReportEnds } from "./report-ends.ts";

test("a report that ends with its member is news for the reporter, with a push", async () => {
  const told: unknown[] = [];
  const ends = createReportEnds({
    store: {
      openAbout: async () =>
        [
          { report: "r1", id: "anna" },
          { report: "r2", id: null },
        ] as never,
      end: async () => {},
    },
    mails: { reportDecided: () => expect.unreachable(), dispatch: () => expect.unreachable() },
    writeTo: async () => null,
    live: { tell: async (to, { events, pushes }) => told.push([to, events, pushes]) },
  });
  await ends("ben", 0);
  expect(told).toEqual([["anna", [{ type: "news" }], [{ id: "report:r1", kind: "report", to: "anna", subject: "" }]]]);
});

const db = connect(env.DB);
const { memberReports, erasure } = servicesOf(env);

test("reports about a member end with the account, and their reporters are told once; a decided report stays", async () => {
  const [anna, clara, dora, ben] = [await addMember(), await addMember(), await addMember(), await addMember()];
  const now = Date.now();
  const report = async (reporter: string, reason: "scam" | "fake") =>
    memberReports.report(await memberContext(reporter, { now }), { kind: "profile", object: ben, reason, block: false });
  for (const reporter of [anna, clara, dora]) await report(reporter, "scam");
  await env.DB.prepare("UPDATE reports SET status = 'decided', outcome = 'acted', decided_at = 1 WHERE reporter_id = ?")
    .bind(clara)
    .run();
  await env.DB.prepare("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id IN (?, ?)").bind(ben, dora).run();

  await erasure.erase(dora, now);
  await erasure.erase(ben, now + DAY);
  await erasure.erase(ben, now + 2 * DAY);

  const rows = await db.select().from(reports);
  expect(rows.map(({ reporterId, outcome }) => [reporterId, outcome])).toEqual(
    expect.arrayContaining([
      [anna, "left"],
      [clara, "acted"],
    ]),
  );
  expect(await db.$count(workItems)).toBe(0);
  const told = (await db.select().from(outbox)).filter(({ template }) => template === "report_decided");
  expect(told).toMatchObject([{ accountId: anna, text: expect.stringContaining("has left, and we have erased the account") }]);
  const { reports: own } = await memberReports.reports(await memberContext(anna, { now }), {});
  expect(own).toMatchObject([{ outcome: "left" }]);
});
