import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox } from "#db/schema/index.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { UNDO } from "#worker/backoffice/work/work.vocabulary.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { memberReports, work, decisions, cases } = servicesOf(env);

test.each([
  ["pictures of a call are told to the reported member", ["call-one", "call-two"], true],
  ["a report without pictures tells of none", null, false],
] as const)("%s", async (_, pictures, told) => {
  let now = Date.now();
  const [anna, ben] = [await addMember(), await addMember()];
  const conversation = await writeMessage(anna, ben);
  const about = { call: newId(), conversation, member: ben, reason: "harassment", text: "", block: false } as const;
  const call = pictures && { kind: "video" as const, pictures: [...pictures] };
  await memberReports.reportCall(await memberContext(anna, { now }), about, call, () => {});
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

test("a case tells the pictures of a call from the photos of the profile", async () => {
  const now = Date.now();
  const [anna, ben] = [await addMember(), await addMember()];
  for (const [position, key] of ["one", "two"].entries())
    await runSql(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, ?, 'active', 1)",
      ...[newId(), ben, `${key}-${ben}`, position],
    );
  // Without a chat, as after a block: the report is of the profile.
  const about = { call: newId(), conversation: newId(), member: ben, reason: "harassment", text: "", block: false } as const;
  const seen = { kind: "video" as const, pictures: [`call-1-${ben}`, `call-2-${ben}`, `call-3-${ben}`] };
  const { reference } = await memberReports.reportCall(await memberContext(anna, { now }), about, seen, () => {});
  await env.PHOTOS.put(`call-1-${ben}.full`, "seen in the call");
  const staff = staffContext("moderator", now);
  await work.takeWork(staff, { kind: "report" });
  const found = (await cases.reportCases(staff)).cases.find((one) => one.reference === reference);
  expect(found).toMatchObject({ kind: "profile", pictures: 2, call_pictures: 3 });
  const first = await cases.casePicture(staff, { item: found?.item ?? "", picture: 2 });
  expect(await first.text(), "they stand behind the photos").toBe("seen in the call");
});
