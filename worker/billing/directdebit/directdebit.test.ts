import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { NOON } from "#tests/setup/context.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import type { Input } from "#worker/platform/call.ts";
import { hmac } from "#worker/platform/crypto.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createDebitAdmission } from "./debit-limit.ts";
import type { contract } from "./directdebit.contract.ts";
import { createDirectDebitStore } from "./directdebit.store.ts";
import { createDirectDebit, type DebitOrder } from "./directdebit.ts";
import { createIbanEncryption } from "./iban-encryption.ts";
import { createSmsLimit } from "./sms-limit.ts";

type Start = Extract<Input<typeof contract.directdebit>, { step: "start" }>;

const IBAN = "NL91ABNA0417164300";

/** Each in a block of its own. */
const newNumber = () => `+316${20_000_000 + 10_000 * numbers++}`;
const FORM: Omit<Start, "mobile"> = {
  step: "start",
  package: "c60",
  holder: " Anna  Berg ",
  iban: "nl91 abna 0417 1643 00",
  street: "Herengracht 1",
  postcode: "1015 BA",
  city: "Amsterdam",
  country: "NL",
};
let numbers = 0;
let payments = 0;

async function bench({ amount = 2499, offered = true } = {}) {
  const { limits } = servicesOf(env);
  const account = await addAccount();
  const session = await openSession(account);
  const as = (now = NOON) => contextAs(session, { now, country: "NL" });
  const sent: { to: string; text: string }[] = [];
  const orders: DebitOrder[] = [];
  const store = createDirectDebitStore(connect(env.DB));
  const room = createDirectDebit({
    store,
    smsLimit: createSmsLimit(limits),
    admitOrder: async () => {},
    encryption: createIbanEncryption("test only"),
    sms: { send: async (to, text) => void sent.push({ to, text }) },
    mails: createMails(async () => {}),
    keyedHash: (text) => hmac("test only", text),
    ibanExcludedUntil: async () => null,
    noteBannedPrint: async () => {},
    offerOf: (_, id) => (offered && id === "c60" ? { id, credits: 60, amount } : null),
    startOrder: async (_, order) => {
      orders.push(order);
      return { payment: `debit-payment-${payments++}`, amount, redirect: null };
    },
  });
  const form = (change: Partial<Start> = {}): Start => ({ ...FORM, mobile: newNumber(), ...change });
  const start = async (change: Partial<Start> = {}, now = NOON) => room.directdebit(await as(now), form(change));
  const step = async (input: Parameters<typeof room.directdebit>[1], now = NOON) => room.directdebit(await as(now), input);
  const code = () => /\d{6}/.exec(sent.at(-1)?.text ?? "")?.[0] ?? "";
  const rowOf = (id: string) => env.DB.prepare("SELECT * FROM mandates WHERE id = ?").bind(id).first<Record<string, unknown>>();
  async function verified() {
    const { mandate } = await start();
    await step({ step: "verify", mandate: mandate.id, code: code() });
    return mandate;
  }
  return { account, as, room, store, sent, orders, form, start, step, code, rowOf, verified };
}

/** A direct debit of the member, as it stands after an order. */
async function addDebit(accountId: string, { amount = 5000, at = NOON, status = "completed" } = {}) {
  const id = `debit${payments++}`;
  await env.DB.prepare(
    `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, country, method, provider,
       status, seller, series, buyer_name, language, refund_days, idempotency_key, created_at, updated_at, ask_at)
     VALUES (?1, ?2, 'liaison', 'c60', 60, 'EUR', ?3, ?3, 'NL', 'directdebit', 'test', 'created', '{}', 'test', 'Anna', 'en', 14, ?1, ?4, ?4, ?4)`,
  )
    .bind(id, accountId, amount, at)
    .run();
  for (const next of status === "created" ? [] : status === "pending" ? ["pending"] : ["pending", status])
    await env.DB.prepare("UPDATE payments SET status = ?, updated_at = ? WHERE id = ?").bind(next, at, id).run();
  return id;
}

test("three steps sign a mandate, start one order and announce the collection", async () => {
  const { account, sent, orders, start, step, code, rowOf } = await bench();
  const { mandate } = await start({ mobile: "0031 6 12345678" });
  expect(mandate).toMatchObject({ status: "started", holder: "Anna Berg", iban_end: "4300", sms_end: "678" });
  expect(sent).toEqual([{ to: "+31612345678", text: expect.stringMatching(/^\d{6} is your code/) }]);
  const row = await rowOf(mandate.id);
  expect(JSON.stringify(row)).not.toContain("0417164300");
  expect(JSON.stringify(row)).not.toContain(code());
  expect((await step({ step: "verify", mandate: mandate.id, code: code() })).mandate.status).toBe("verified");
  const signed = await step({ step: "sign", mandate: mandate.id, authorise: true });
  expect(signed).toMatchObject({ mandate: { status: "signed" }, payment: expect.stringMatching(/^debit-payment/) });
  const { iban_print: ibanPrint } = (await rowOf(mandate.id)) ?? {};
  expect(ibanPrint).toEqual(expect.any(String));
  const { reference } = mandate;
  expect(orders).toEqual([{ package: "c60", discountcode: null, holder: "Anna Berg", iban: IBAN, ibanPrint, reference }]);
  const after = await rowOf(mandate.id);
  expect(after).toMatchObject({ sealed_iban: null, code_hash: null, iban_end: "4300" });
  const mails = await env.DB.prepare("SELECT subject, text FROM outbox WHERE account_id = ?").bind(account.id).all();
  expect(mails.results).toHaveLength(1);
  for (const fact of [mandate.reference, "€24.99", "23 November 2026", "4300", "Liaison"])
    expect(JSON.stringify(mails.results)).toContain(fact);
  expect(JSON.stringify(mails.results)).not.toContain("0417164300");
});

test("a second signature starts no second order", async () => {
  const { orders, step, verified } = await bench();
  const { id } = await verified();
  const first = await step({ step: "sign", mandate: id, authorise: true });
  expect(await step({ step: "sign", mandate: id, authorise: true })).toMatchObject({ payment: first.payment });
  expect(orders).toHaveLength(1);
});

test("nothing is signed without the permission or the code", async () => {
  const { orders, start, step, code } = await bench();
  const { mandate } = await start();
  expect(await outcomeOf(step({ step: "sign", mandate: mandate.id, authorise: true }))).toBe("conflict");
  await step({ step: "verify", mandate: mandate.id, code: code() });
  expect(await outcomeOf(step({ step: "sign", mandate: mandate.id, authorise: false }))).toBe("authorise: mandate_required");
  const { id } = await (await bench()).verified();
  expect(await outcomeOf(step({ step: "sign", mandate: id, authorise: true }))).toBe("not_found");
  expect(orders).toEqual([]);
});

test.each([
  [{ iban: "NL91ABNA0417164301" }, "iban: iban_invalid"],
  [{ iban: "BR1500000000000010932840814P2" }, "iban: iban_country"],
  [{ mobile: "020 1234567" }, "mobile: mobile_only"],
  [{ mobile: "+8821612345678" }, "mobile: mobile_country"],
  [{ iban: "x", mobile: "x" }, "iban: iban_invalid, mobile: mobile_invalid"],
  [{ holder: "\u200b\u202e", city: "\u2060" }, "holder: required, city: required"],
  [{ country: "ZZ" }, "country: unknown_option"],
  [{ package: "c999" }, "not_found"],
])("%j is refused as %s, without an SMS", async (change, outcome) => {
  const { sent, start } = await bench();
  expect(await outcomeOf(start(change))).toBe(outcome);
  expect(sent).toEqual([]);
});

test("where direct debit is not offered there is nothing to start", async () => {
  const { start } = await bench({ offered: false });
  expect(await outcomeOf(start())).toBe("not_found");
});

test("a code is good for ten minutes", async () => {
  const { start, step, code } = await bench();
  const { mandate } = await start();
  expect(mandate.code_until).toBe(new Date(NOON + 10 * MINUTE).toISOString());
  const verify = { step: "verify", mandate: mandate.id, code: code() } as const;
  expect(await outcomeOf(step(verify, NOON + 10 * MINUTE))).toBe("code: wrong_code");
  expect(await outcomeOf(step(verify, NOON + 10 * MINUTE - 1))).toBe("accepted");
});

test("five wrong codes end a code, also when they are typed at once", async () => {
  const { as, room, start, step, code, rowOf } = await bench();
  const { mandate } = await start();
  const wrong = { step: "verify", mandate: mandate.id, code: code() === "000000" ? "000001" : "000000" } as const;
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(step(wrong))));
  expect(outcomes).toEqual(Array(8).fill("code: wrong_code"));
  expect(await rowOf(mandate.id)).toMatchObject({ tries: 5 });
  expect(await outcomeOf(step({ ...wrong, code: code() }))).toBe("code: wrong_code");
  expect((await room.mandate(await as(), { id: mandate.id })).mandate.code_until).toBeNull();
});

test("the right code passes after four wrong ones, as it was copied; what is no code costs no try", async () => {
  const { start, step, code } = await bench();
  const verify = { step: "verify", mandate: (await start()).mandate.id } as const;
  const right = code();
  const wrong = right === "000000" ? "000001" : "000000";
  for (const typed of ["12345", "1234567", "12345O"])
    expect(await outcomeOf(step({ ...verify, code: typed }))).toBe("code: six_digits");
  for (let i = 0; i < 4; i++) expect(await outcomeOf(step({ ...verify, code: wrong }))).toBe("code: wrong_code");
  const typed = `\u200e${right.slice(0, 3)}\u2013 ${right.slice(3)}\ufeff`;
  expect(await outcomeOf(step({ ...verify, code: typed }))).toBe("accepted");
});

test("a new code after a minute, three a day; the old one is over", async () => {
  const { sent, start, step, code } = await bench();
  const { mandate } = await start();
  const old = code();
  const again = { step: "code", mandate: mandate.id } as const;
  expect(await outcomeOf(step(again, NOON + MINUTE - 1))).toBe("too_many_requests");
  expect(await outcomeOf(step(again, NOON + MINUTE))).toBe("accepted");
  if (code() !== old)
    expect(await outcomeOf(step({ step: "verify", mandate: mandate.id, code: old }, NOON + MINUTE))).toBe("code: wrong_code");
  expect(await outcomeOf(step(again, NOON + 3 * MINUTE))).toBe("accepted");
  expect(await outcomeOf(step(again, NOON + HOUR))).toBe("too_many_requests");
  expect(sent).toHaveLength(3);
  expect(await outcomeOf(step(again, NOON + DAY))).toBe("accepted");
  expect(await outcomeOf(step({ step: "verify", mandate: mandate.id, code: code() }, NOON + DAY))).toBe("accepted");
});

test("a number of an older version that may get no code gets no second one", async () => {
  const { sent, start, step } = await bench();
  const { mandate } = await start();
  await env.DB.prepare("UPDATE mandates SET mobile = '+8821612345678' WHERE id = ?").bind(mandate.id).run();
  expect(await outcomeOf(step({ step: "code", mandate: mandate.id }, NOON + HOUR))).toBe("mobile: mobile_country");
  expect(sent).toHaveLength(1);
});

test("a double press sends one SMS and meets its mandate; other data do not", async () => {
  const { sent, start, form } = await bench();
  const { mobile } = form();
  const first = await start({ mobile });
  expect((await start({ mobile })).mandate.id).toBe(first.mandate.id);
  expect(await outcomeOf(start({ mobile, holder: "Ben" }))).toBe("too_many_requests");
  expect(sent).toHaveLength(1);
});

test("a new start ends the one before", async () => {
  const { start, step, rowOf } = await bench();
  const first = await start();
  await start({}, NOON + HOUR);
  expect(await rowOf(first.mandate.id)).toMatchObject({ status: "ended", sealed_iban: null });
  expect(await outcomeOf(step({ step: "code", mandate: first.mandate.id }, NOON + DAY))).toBe("not_found");
});

test("another member's mandate is not there", async () => {
  const { code, start } = await bench();
  const { mandate } = await start();
  const other = await bench();
  const { id } = mandate;
  expect(await outcomeOf(other.room.mandate(await other.as(), { id }).then(String))).toBe("not_found");
  expect(await outcomeOf(other.step({ step: "verify", mandate: id, code: code() }))).toBe("not_found");
  expect(await outcomeOf(other.step({ step: "code", mandate: id }))).toBe("not_found");
});

test("a returned debit blocks the member, and the account for everybody", async () => {
  const { store, start, step, verified } = await bench();
  const { id } = await verified();
  const { payment } = await step({ step: "sign", mandate: id, authorise: true });
  const iban = "DE89370400440532013000";
  const other = await bench();
  expect(await outcomeOf(other.start({ iban }))).toBe("accepted");
  await store.block(payment ?? "");
  expect(await outcomeOf(start({ iban }, NOON + HOUR))).toBe("directdebit_blocked");
  expect(await outcomeOf((await bench()).start())).toBe("directdebit_blocked");
  await env.DB.prepare("DELETE FROM mandates WHERE id = ?").bind(id).run();
});

test("an account blocked after the code is not signed for", async () => {
  const { orders, account, step, verified } = await bench();
  const { id } = await verified();
  await env.DB.prepare("UPDATE mandates SET status = 'blocked' WHERE id = ?").bind(id).run();
  const second = await bench();
  expect(await outcomeOf(second.start())).toBe("directdebit_blocked");
  expect(await outcomeOf(step({ step: "sign", mandate: id, authorise: true }))).toBe("conflict");
  expect(orders).toEqual([]);
  await env.DB.prepare("DELETE FROM mandates WHERE account_id = ?").bind(account.id).run();
});

test.each([
  ["created", "directdebit_limit"],
  ["pending", "directdebit_limit"],
  ["failed", "accepted"],
  ["completed", "accepted"],
])("beside a debit that is %s, another is %s", async (status, outcome) => {
  const { account, start } = await bench();
  await addDebit(account.id, { status, amount: 100 });
  expect(await outcomeOf(start())).toBe(outcome);
});

test.each([
  [15_000 - 2499, NOON - 1, "accepted"],
  [15_000 - 2498, NOON - 1, "directdebit_limit"],
  [15_000 - 2498, NOON - 30 * DAY + 1, "directdebit_limit"],
  [15_000 - 2498, NOON - 30 * DAY, "accepted"],
])("with %d cents collected at %d, 24.99 more is %s", async (amount, at, outcome) => {
  const { account, start } = await bench();
  await addDebit(account.id, { amount, at });
  expect(await outcomeOf(start())).toBe(outcome);
});

test("the refusal names the day from which it works again", async () => {
  const { account, start } = await bench();
  await addDebit(account.id, { amount: 8000, at: NOON - 20 * DAY });
  await addDebit(account.id, { amount: 6000, at: NOON - 10 * DAY });
  await expect(start()).rejects.toMatchObject({
    code: "directdebit_limit",
    params: { date: expect.stringContaining("1 December 2026") },
  });
});

test("an order of a provider's page meets the same limits", async () => {
  const { account, as, store } = await bench();
  const admit = createDebitAdmission(store);
  expect(await outcomeOf(admit(await as(), 15_000, null).then(String))).toBe("accepted");
  expect(await outcomeOf(admit(await as(), 15_001, null).then(String))).toBe("directdebit_limit");
  await addDebit(account.id, { status: "pending" });
  expect(await outcomeOf(admit(await as(), 1, null).then(String))).toBe("directdebit_limit");
});
