import { expect, test } from "vitest";
import type {
  Notice,
  PaymentProvider,
  PaymentRef,
  ProviderOrder,
  ProviderState,
  Statement,
} from "#worker/billing/payments/provider.ts";

type Entries = [name: string, value: string][];

/** The provider's server, built from its documents. */
export interface Double {
  /** What the buyer's browser asks for. Throws for an address that the provider would refuse. */
  open(redirect: string): { amount: string };
  /** Null for an event that the provider does not report. */
  notice(payment: string, event: ProviderState): Entries | null;
  carry(entries: Entries): Notice;
  /** Refunds of a payment; null where the operator gives them by hand. */
  refunds(payment: string): number | null;
  reference(payment: string): string | null;
  unreachable: boolean;
}

export interface Bench {
  provider: PaymentProvider;
  double: Double;
  /** The same account with another key. */
  otherKey: PaymentProvider;
  /** Another domain's account and key. */
  otherDomain: PaymentProvider;
}

export interface Case {
  bench(): Bench;
  /** Null for a currency that the provider does not take. */
  sums: { currency: string; amount: number; text: string | null }[];
  /** Fields that carry the proof. */
  proofs: string[];
  /** Fields that no statement is made from, and that the provider does not sign. */
  unsigned?: string[];
  /** Scheme of the payment page. */
  scheme?: "https:" | "http:";
}

const order: ProviderOrder = {
  id: "0123456789abcdefghij",
  currency: "EUR",
  amount: 2499,
  method: "card",
  country: "NL",
  language: "en",
  description: "Credits: 60",
  email: "anna@example.org",
  returnUrl: "https://dating.example/credits/payment/0123456789abcdefghij",
  noticeUrl: "https://dating.example/api/payment-webhook.php?provider=x",
  token: null,
};
const refOf = (reference: string | null): PaymentRef => ({ ...order, reference });

/** Holds for every provider. */
export function providerContract(name: string, { bench, sums, proofs, unsigned = [], scheme = "https:" }: Case) {
  async function ordered(): Promise<Bench & { completed: Entries; redirect: string }> {
    const made = bench();
    const { redirect } = await made.provider.start(order);
    if (redirect === null) throw new Error("no page to pay on");
    made.double.open(redirect);
    return { ...made, completed: entriesOf(made.double, "completed"), redirect };
  }

  const verified = ({ provider, double }: Bench, entries: Entries) => provider.verify(double.carry(entries));

  test.each(sums)(`${name}: $amount in $currency starts as $text`, async ({ currency, amount, text }) => {
    const { provider, double } = bench();
    const asked = { ...order, currency, amount };
    expect(provider.methods(order.country, currency).includes("card")).toBe(text !== null);
    if (text === null) return void (await expect(provider.start(asked)).rejects.toMatchObject({ code: "not_found" }));
    const { redirect, state } = await provider.start(asked);
    expect(state).toBe("pending");
    expect(new URL(redirect ?? "").protocol).toBe(scheme);
    expect(double.open(redirect ?? "")).toEqual({ amount: text });
    const said = await verified({ provider, double } as Bench, entriesOf(double, "completed"));
    expect(said).toMatchObject({ state: "completed", amount, currency });
  });

  test(`${name}: the address of the order names no person`, async () => {
    const { redirect } = await ordered();
    expect(decodeURIComponent(redirect)).not.toContain(order.email);
  });

  test(`${name}: a genuine notice says the payment, its sum and its state, and again the same`, async () => {
    const made = await ordered();
    const said = await verified(made, made.completed);
    const reference = made.double.reference(order.id);
    expect(said).toMatchObject({
      payment: order.id,
      reference,
      state: "completed",
      amount: 2499,
      currency: "EUR",
    } satisfies Partial<Statement>);
    expect(await verified(made, made.completed)).toEqual(said);
  });

  test.each(["failed", "refunded", "chargeback"] as const)(
    `${name}: a notice says %s, if the provider reports it`,
    async (state) => {
      const made = await ordered();
      const entries = made.double.notice(order.id, state);
      if (entries === null) return expect(state).toBe("failed");
      const [said, paid] = [await verified(made, entries), await verified(made, made.completed)];
      expect(said).toMatchObject({ payment: order.id, state });
      expect(said?.notice).not.toBe(paid?.notice);
    },
  );

  test(`${name}: every altered field is refused`, async () => {
    const made = await ordered();
    const signed = made.completed.filter(([field]) => !unsigned.includes(field));
    expect(signed.length).toBeGreaterThan(4);
    for (const [field, value] of signed) {
      const entries = made.completed.map(([one, own]): [string, string] => (one === field ? [one, altered(value)] : [one, own]));
      expect([field, await verified(made, entries)]).toEqual([field, null]);
    }
  });

  test(`${name}: a notice without its proof is refused`, async () => {
    const made = await ordered();
    expect(proofs.length).toBeGreaterThan(0);
    for (const proof of proofs) {
      const less = made.completed.filter(([field]) => field !== proof);
      expect(less.length).toBe(made.completed.length - 1);
      expect([proof, await verified(made, less)]).toEqual([proof, null]);
      const empty = made.completed.map(([field, value]): [string, string] => [field, field === proof ? "" : value]);
      expect([proof, await verified(made, empty)]).toEqual([proof, null]);
    }
  });

  test(`${name}: a doubled field is refused, before and after the own one`, async () => {
    const made = await ordered();
    for (const [field, value] of made.completed)
      for (const other of [value, altered(value)]) {
        expect([field, await verified(made, [...made.completed, [field, other]])]).toEqual([field, null]);
        expect([field, await verified(made, [[field, other], ...made.completed])]).toEqual([field, null]);
      }
  });

  test(`${name}: a notice under another key or of another domain is refused`, async () => {
    const { double, otherKey, otherDomain, completed } = await ordered();
    expect(await otherKey.verify(double.carry(completed))).toBeNull();
    expect(await otherDomain.verify(double.carry(completed))).toBeNull();
  });

  test(`${name}: the address that the buyer pays at does not confirm the payment`, async () => {
    const { provider, redirect } = await ordered();
    const url = new URL(redirect);
    const got = { url, method: "GET", headers: new Headers(), body: "" };
    expect(await provider.verify(got)).toBeNull();
    for (const drop of [...url.searchParams.keys()]) {
      const less = new URL(url);
      less.searchParams.delete(drop);
      expect([drop, await provider.verify({ ...got, url: less })]).toEqual([drop, null]);
    }
    expect(await provider.verify({ ...got, method: "POST", body: url.searchParams.toString() })).toBeNull();
  });

  test.each(["", "null", "[]", "{", "payment=", "a=b&a=b"])(`${name}: %j is no notice`, async (body) => {
    const { provider, double } = bench();
    const { url, headers } = double.carry([]);
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      const sent = new Headers(headers);
      sent.set("content-type", type);
      for (const method of ["GET", "POST"]) expect(await provider.verify({ url, method, headers: sent, body })).toBeNull();
    }
  });

  test(`${name}: a query knows a paid payment, and none that it never saw`, async () => {
    const { provider, double } = await ordered();
    const said = await provider.query(refOf(double.reference(order.id)));
    expect(said).toMatchObject({ payment: order.id, state: "completed" });
    if (said?.amount !== null) expect(said).toMatchObject({ amount: 2499, currency: "EUR" });
    expect(await provider.query({ ...refOf(null), id: "zzzzzzzzzzzzzzzzzzzz" })).toBeNull();
  });

  test(`${name}: silence of the provider is upstream_failed, not an answer`, async () => {
    const { provider, double } = await ordered();
    double.unreachable = true;
    await expect(provider.query(refOf(double.reference(order.id)))).rejects.toMatchObject({ code: "upstream_failed" });
  });

  test(`${name}: a refund asked for five times is given once`, async () => {
    const { provider, double } = await ordered();
    const answers = [];
    for (let i = 0; i < 5; i++)
      answers.push(await provider.refund(refOf(double.reference(order.id)), { id: "r1", amount: 1000, earlier: 0 }));
    const given = double.refunds(order.id);
    expect(answers).toEqual(Array(5).fill(given === null ? "pending" : "done"));
    expect(given ?? 1).toBe(1);
  });
}

function entriesOf(double: Double, event: ProviderState): Entries {
  const entries = double.notice(order.id, event);
  if (!entries) throw new Error(`no notice for ${event}`);
  return entries;
}

/** Keeps length and kind. */
function altered(value: string): string {
  const last = value.at(-1) ?? "";
  const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === "x" ? "y" : "x";
  return value.slice(0, -1) + other;
}
