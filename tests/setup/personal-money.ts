import { newId } from "#worker/platform/ids.ts";

export type Insert = (table: string, row: Record<string, string | number | null>) => void;
export type Run = (sql: string, ...values: (string | number | null | undefined)[]) => void;

/** The member has a row in every table of the books. */
export function insertMoney(insert: Insert, run: Run, { member, friend, now }: { member: string; friend: string; now: number }) {
  const [own, domain] = [{ account_id: member }, { domain_id: "liaison" }];
  const payment = newId();
  insert("payments", {
    ...own,
    ...domain,
    id: payment,
    package_id: "c25",
    credits: 25,
    currency: "EUR",
    list_amount: 1249,
    amount: 1249,
    country: "NL",
    method: "card",
    provider: "sandbox",
    provider_ref: newId(),
    status: "created",
    seller: "{}",
    series: "Liaison Media B.V.",
    buyer_name: "Veraq7x",
    language: "nl",
    stored_method_id: "q7xkey",
    redirect: "https://pay.example/q7xkey",
    refund_days: 14,
    idempotency_key: newId(),
    created_at: now,
    updated_at: now,
    ask_at: now,
  });
  run("UPDATE payments SET status = 'completed' WHERE id = ?", payment);
  insert("waiting_sends", {
    ...own,
    payment_id: payment,
    other_id: friend,
    kind: "text",
    text: "my q7xwaiting",
    price: 1,
    client_id: newId(),
    fictional_known: 0,
    pressed_at: now,
  });
  insert("refunds", {
    ...own,
    id: newId(),
    payment_id: payment,
    amount: 10,
    credits: 0,
    status: "requested",
    created_at: now,
    updated_at: now,
  });
  insert("refund_proposals", {
    ...own,
    ...domain,
    id: newId(),
    payment_id: payment,
    amount: 10,
    credits: 0,
    share: "unused",
    reason: "goodwill",
    by_two: 0,
    proposed_by: "staff",
    status: "proposed",
    created_at: now,
  });
  insert("withdrawals", {
    ...own,
    ...domain,
    id: newId(),
    reference: `W${member.slice(0, 8)}`,
    own: 1,
    name: "Veraq7x",
    contract: `q7xkey-${member}`,
    email: "vera@q7x.example",
    orders: "[]",
    language: "en",
    country: "NL",
    form_key: `q7xkey-${member}`,
    receipt: 1,
    status: "refused",
    refusal: "late",
    link_hash: `q7xkey-${member}`,
    created_at: now,
  });
  insert("debts", { ...own, payment_id: payment, credits: 1, created_at: now });
  insert("discount_codes", { ...own, ...domain, code: `Q7XKEY${member}`, percentage: 250, created_at: now });
  const use = { scope: "liaison", code: "WELCOME25", validity: "once-per-user", state: "used" };
  insert("discount_uses", { ...own, ...use, payment_id: payment });
  const method = { provider: "sandbox", method: "card", token: "q7xkey", label: "Visa •• 4242" };
  insert("stored_methods", { ...own, ...domain, ...method, id: newId(), created_at: now });
  insert("mandates", {
    ...own,
    ...domain,
    id: newId(),
    reference: newId(),
    package_id: "c25",
    status: "started",
    holder: "Veraq7x",
    address: '{"street":"Q7xstreet 1"}',
    sealed_iban: "q7xkey",
    iban_print: "q7xkey",
    iban_end: "6789",
    mobile: "q7xkey",
    created_at: now,
  });
  insert("gifts", { id: newId(), sender_id: member, receiver_id: friend, gift: "{}", note: "Hi Veraq7x", created_at: now });
  insert("photo_unlocks", { ...own, profile_id: friend, price: 2, created_at: now });
}
