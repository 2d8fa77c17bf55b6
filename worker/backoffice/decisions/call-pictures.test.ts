import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox } from "#db/schema/index.ts";
import { writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { memberReports, work, decisions } = servicesOf(env);

test.each([
  ["pictures of a call are told to the reported member", ["call-one", "call-two"], true],
  ["a report without pictures tells of none", null, false],
] as const)("%s", async (_, pictures, told) => {
  let now = Date.now();
  const [anna, ben] = [await addMember(), await addMember()];
  const about = { kind: "chat", object: await writeMessage(anna, ben), reason: "harassment", text: "", block: false } as const;
  const call = pictures && { kind: "video" as const, pictures: [...pictures] };
  await memberReports.reportWith(await memberContext(anna, { now }), about, call);
  const staff = staffContext("moderator", now);
  await work.takeWork(staff, { kind: "report" });
  const [item] = (await work.workMine(staff, { kind: "report" })).items;
  await work.decideWork(staff, { id: item?.id ?? "", decision: "warning", reason: "harassment" });
  now += UNDO + 1;
  await work.sweep(now);
  const [shown] = (await decisions.decisions(await memberContext(ben, { now }))).decisions;
  const mails = (await connect(env.DB).select().from(outbox)).filter(({ accountId }) => accountId === ben);
  expect(shown?.call_pictures).toBe(told);
  expect(mails.map(({ text }) => text.includes("Pictures of a call with you"))).toEqual([told]);
});
