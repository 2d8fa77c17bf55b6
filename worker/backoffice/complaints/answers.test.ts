import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { complaints, outbox } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createComplaintsStore } from "./complaints.store.ts";
import { stateOf } from "./complaints.ts";

const db = connect(env.DB);
const rules = servicesOf(env).complaints;
const store = createComplaintsStore(db);
const codeOf = (work: Promise<unknown>) => work.then(() => "done").catch((error: AppError) => error.code);
const stateOfRow = async (reference: string) => stateOf(await rules.find(reference));

async function complained(from: { name?: string; email?: string } = {}, now = NOON): Promise<string> {
  const said = { kind: "illegal_content", text: "This photo is of me, and not of the member.", good_faith: true } as const;
  return (await rules.complaint(await contextOf({ now }), { ...said, ...from })).reference;
}

async function answersTo(email: string) {
  const rows = await db.select().from(outbox).where(eq(outbox.recipient, email));
  return rows.filter(({ template }) => template === "complaint_answer");
}

test("an answer is stored, mailed in its own words, and given once", async () => {
  const email = "mieke@example.org";
  const reference = await complained({ name: "Mieke", email });
  const ctx = await contextOf({ now: NOON + 1000 });
  expect(await rules.answer(ctx, reference.toLowerCase(), " The photo is gone. \r\n\r\nThank you. ")).toEqual({ mailed: true });
  expect(await rules.find(reference)).toMatchObject({ answer: "The photo is gone. \n\nThank you.", answeredAt: NOON + 1000 });
  const [mail] = await answersTo(email);
  expect(mail?.subject).toContain(reference);
  expect(mail?.text).toContain("The photo is gone.\n\nThank you.\n");
  expect(mail?.html).toContain(">The photo is gone.</p>");

  expect(await codeOf(rules.answer(ctx, reference, "Something else."))).toBe("conflict");
  expect(await answersTo(email)).toHaveLength(1);
  expect((await rules.find(reference)).answer).toContain("The photo is gone.");
});

test("mails to the address of a member's account say so; to another one they say that somebody entered it", async () => {
  const member = await addMember();
  const own = `${member}@example.org`;
  await runSql("UPDATE accounts SET email = ? WHERE id = ?", own, member);
  const ctx = { ...(await memberContext(member)), now: NOON };
  const said = { kind: "illegal_content", text: "This photo is of me.", good_faith: true, name: "Mieke" } as const;
  for (const [email, why] of [
    [own, "about your account"],
    [`other-${own}`, "somebody entered this address"],
  ] as const) {
    const { reference } = await rules.complaint(ctx, { ...said, email });
    await rules.answer(await contextOf(), reference, "It is gone.");
    const mails = await db.select().from(outbox).where(eq(outbox.recipient, email));
    expect(mails.map(({ template }) => template).sort()).toEqual(["complaint", "complaint_answer"]);
    for (const { text } of mails) expect(text).toContain(why);
  }
});

test("two answers at once: one holds, and one mail goes out", async () => {
  const email = "both@example.org";
  const reference = await complained({ name: "Both", email });
  const ctx = await contextOf();
  const codes = await Promise.all(["One.", "Two."].map((words) => codeOf(rules.answer(ctx, reference, words))));
  expect(codes.sort()).toEqual(["conflict", "done"]);
  expect(await answersTo(email)).toHaveLength(1);
});

test("a notice without an address can be answered, without a mail", async () => {
  const reference = await complained();
  expect(await rules.answer(await contextOf(), reference, "It is gone.")).toEqual({ mailed: false });
  expect(await stateOfRow(reference)).toBe("answered");
});

test("an empty or too long answer, or one to an unknown complaint, is refused and changes nothing", async () => {
  const reference = await complained();
  const ctx = await contextOf();
  for (const words of ["", " \n ", "x".repeat(5001)]) expect(await codeOf(rules.answer(ctx, reference, words))).toBe("invalid");
  expect(await codeOf(rules.answer(ctx, "00000-00000", "Hello."))).toBe("not_found");
  expect(await stateOfRow(reference)).toBe("open");
});

test("a closed complaint leaves the open list and takes no answer; an answered one cannot be closed", async () => {
  const [older, newer] = [await complained({}, NOON - 2000), await complained({}, NOON - 1000)];
  const waiting = async () => (await store.list("open", 1000)).map((row) => row.reference);
  const both = async () => (await waiting()).filter((one) => one === older || one === newer);
  expect(await both()).toEqual([older, newer]);
  await rules.close(older, NOON);
  expect(await both()).toEqual([newer]);
  expect(await stateOfRow(older)).toBe("closed");
  expect(await codeOf(rules.close(older, NOON))).toBe("conflict");
  expect(await codeOf(rules.answer(await contextOf(), older, "After all: it is gone."))).toBe("conflict");
  expect(await stateOfRow(older)).toBe("closed");
  await rules.answer(await contextOf(), newer, "It is gone.");
  expect(await codeOf(rules.close(newer, NOON))).toBe("conflict");
  expect(await stateOfRow(newer)).toBe("answered");
  expect((await store.list("all", 1000))[0]).not.toHaveProperty("email");
  const all = (await store.list("all", 1000)).map((row) => row.reference);
  expect(all.indexOf(newer)).toBeLessThan(all.indexOf(older));
  expect(await db.$count(complaints)).toBe(all.length);
});
