import { describe, expect, it } from "vitest";
import type { CallInput } from "#worker/server/calls.ts";
import { LOCAL, member, Person } from "./person.ts";
import { inStore } from "./served-store.ts";

const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;
const NOTICE: CallInput<"complaint"> = {
  kind: "illegal_content",
  text: "A photo in this profile is not of the member: it is of me.",
  link: "/members/somebody",
  good_faith: true,
};
const COMPLAINT: CallInput<"complaint"> = {
  kind: "consumer",
  text: "I have paid for credits twice and got them once.",
  name: "M.de Vries",
  email: "mieke@example.org",
  good_faith: true,
};

let count = 0;
function newKey(): string {
  count++;
  return `complaint-${Date.now().toString(36)}-${count}`;
}

/** Complaint rows under a reference, on the instance that holds the members. */
async function stored(reference: string): Promise<Record<string, unknown>[]> {
  const [rows = []] = await inStore<Record<string, unknown>>({
    sql: "SELECT * FROM complaints WHERE reference = ?",
    values: [reference],
  });
  return rows;
}

describe.each(LOCAL)("complaints: %s", (side) => {
  it("accepts an anonymous notice of illegal content", async () => {
    const visitor = new Person(side);
    const { reference, receipt } = await visitor.call("complaint", NOTICE);
    expect(reference).toMatch(REFERENCE);
    expect(receipt).toBe(false);
    expect(await stored(reference)).toMatchObject([
      {
        kind: "illegal_content",
        text: NOTICE.text,
        link: NOTICE.link,
        name: null,
        email: null,
        account_id: null,
        language: "en",
      },
    ]);
  });

  it("accepts a member's complaint and sends a receipt without its text", async () => {
    const anna = await member(side);
    const { reference, receipt } = await anna.call("complaint", { ...COMPLAINT, email: ` ${anna.email.toUpperCase()} ` });
    expect(receipt).toBe(true);
    const [row] = await stored(reference);
    expect(row).toMatchObject({ kind: "consumer", email: anna.email, name: "M.de Vries", account_id: anna.id });
    await expect.poll(async () => (await anna.mail()).subject).toContain(reference);
    const { text } = await anna.mail();
    expect(text).toContain("M.de Vries");
    expect(text).not.toContain("twice");
  });

  it("refuses with a reason for each field", async () => {
    const visitor = new Person(side);
    const refusedFor = async (input: Partial<CallInput<"complaint">>) => {
      const { fields } = await visitor.refused("complaint", input);
      return Object.fromEntries((fields ?? []).map(({ field, code }) => [field, code]));
    };
    expect(await refusedFor({ kind: "consumer", text: "too short", good_faith: false })).toEqual({
      text: "too_short",
      name: "required",
      email: "required",
      good_faith: "consent_required",
    });
    expect(await refusedFor({ ...COMPLAINT, text: "a".repeat(3001), email: "nobody", name: "www.example.org" })).toEqual({
      text: "too_long",
      email: "invalid_email",
      name: "invalid_format",
    });
    expect(await refusedFor({ ...NOTICE, email: "mieke@example.org" })).toEqual({ name: "required" });
    for (const name of ["win at prizes.online", "Prizes.com!"])
      expect(await refusedFor({ ...COMPLAINT, name }), name).toEqual({ name: "invalid_format" });
    expect(await refusedFor({ ...NOTICE, kind: "spam" as never })).toEqual({ kind: "unknown_option" });
    expect(await refusedFor({ ...NOTICE, link: "x".repeat(501) })).toEqual({ link: "too_long" });
  });

  it("stores a repeated form once", async () => {
    const visitor = new Person(side);
    const form = { ...COMPLAINT, email: `${newKey()}@example.org`, complaint_key: newKey() };
    const answers = await Promise.all([1, 2, 3].map(() => new Person(side).call("complaint", form)));
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
    expect(await visitor.call("complaint", form)).toEqual(answers[0]);
    expect((await visitor.refused("complaint", { ...form, text: `${form.text} And more.` })).code).toBe("idempotency_conflict");
  });

  it("accepts ten an hour per network, and sends three receipts a day per address", async () => {
    const visitor = new Person(side);
    const email = `${newKey()}@example.org`;
    const receipts: boolean[] = [];
    for (let i = 0; i < 10; i++) receipts.push((await visitor.call("complaint", { ...COMPLAINT, email })).receipt);
    expect(receipts).toEqual([true, true, true, false, false, false, false, false, false, false]);
    const refusal = await visitor.refused("complaint", NOTICE);
    expect(refusal.code).toBe("too_many_requests");
    expect(refusal.retry_after).toBeGreaterThan(3500);
    expect(refusal.message).toMatch(/^That was too often\. You can try again in (59|60) minutes\.$/);
    await new Person(side).call("complaint", NOTICE);
  });
});
