import type { Account } from "#worker/billing/payments/providers/sandbox.ts";
import type { Campaign } from "./campaign.ts";
import { addMembers, inParallel } from "./members.ts";
import { deliver, moneyOf, ordered, type SignedNotice, say, signed } from "./orders.ts";
import type { Random } from "./random.ts";
import { tallied } from "./spending.ts";

const WIDTH = 24;
const OTHER_HOST = "dichtbij.localhost";

interface Forged {
  kind: string;
  notice: SignedNotice;
  host?: string;
  path?: string;
  method?: string;
}

type Forge = (genuine: SignedNotice, account: Account, random: Random) => Promise<Omit<Forged, "kind">> | Omit<Forged, "kind">;

const FIELDS = ["notice", "payment", "reference", "state", "amount", "currency", "stored"] as const;

const FORGERIES: Record<string, Forge> = {
  ...Object.fromEntries(
    FIELDS.map((field): [string, Forge] => [
      `${field} altered`,
      (genuine, _, random) => ({ notice: { ...genuine, body: altered(genuine.body, field, random) } }),
    ]),
  ),
  ...Object.fromEntries(
    FIELDS.map((field): [string, Forge] => [
      `${field} missing`,
      ({ headers, body }) => ({ notice: { headers, body: without(body, field) } }),
    ]),
  ),
  "time altered": (genuine) => ({ notice: withHeader(genuine, "sandbox-timestamp", (value) => String(Number(value) + 1)) }),
  "signature altered": (genuine, _, random) => ({
    notice: withHeader(genuine, "sandbox-signature", (value) => flipped(value, random)),
  }),
  "signature truncated": (genuine, _, random) => ({
    notice: withHeader(genuine, "sandbox-signature", (value) => value.slice(0, random.below(value.length))),
  }),
  "no signature": ({ body, headers: { "sandbox-signature": _, ...headers } }) => ({ notice: { headers, body } }),
  "body truncated": ({ headers, body }, _, random) => ({ notice: { headers, body: body.slice(0, random.below(body.length)) } }),
  "body with a space more": ({ headers, body }) => ({ notice: { headers, body: `${body} ` } }),
  "wrong secret": async (_, account, random) => ({ notice: await signed(account, "completed", { secret: random.id(32) }) }),
  "another domain's key": async (_, account) => ({ notice: await signed({ ...account, domainId: "dichtbij" }, "completed") }),
  "sent to another domain": (notice) => ({ notice, host: OTHER_HOST }),
  "another domain's key, sent there": async (_, account) => ({
    notice: await signed({ ...account, domainId: "dichtbij" }, "completed"),
    host: OTHER_HOST,
  }),
  "another provider": (notice, _, random) => ({
    notice,
    path: `/api/payment-webhook.php?provider=${random.pick(["verotel", "ccbill", "", "Sandbox"])}`,
  }),
  "sent as a GET": (notice) => ({ notice, method: "GET" }),
};

export const forgeries: Campaign = {
  name: "forgeries",
  what: "forged, altered and misdirected notices: none may change anything",
  async run({ product, random, small }) {
    const accounts = await inParallel(await addMembers(product, 50), 8, (member) => ordered(product, member));
    // Some are paid, so that a refund or a chargeback would find something to take back.
    for (const account of accounts.slice(0, 20)) await say(product, account, "completed");
    const before = await moneyOf(product);
    const kinds = Object.entries(FORGERIES);
    const count = small ? kinds.length * 4 : 10_000;
    const statuses = await inParallel(Array.from({ length: count }), WIDTH, async (_, index) => {
      const [kind, forge] = kinds[index % kinds.length] as [string, Forge];
      const account = random.pick(accounts);
      const genuine = await signed(account, random.pick(["completed", "failed", "refunded", "chargeback", "expired"] as const));
      const { notice, ...to } = await forge(genuine, account, random);
      const { status } = await deliver(product, notice, to);
      return status === 403 ? "403" : `${kind}: ${status}`;
    });
    return {
      counts: { forged: count, ways: kinds.length, answers: tallied(statuses) },
      async problems() {
        const after = await moneyOf(product);
        return [
          ...(after === before ? [] : ["a forged notice changed the books"]),
          ...[...new Set(statuses)].filter((status) => status !== "403"),
        ];
      },
      async plant() {
        await say(product, accounts.at(-1) as Account, "completed");
        return "a genuine notice among the forged";
      },
    };
  },
};

function altered(body: string, field: (typeof FIELDS)[number], random: Random): string {
  const read = JSON.parse(body) as Record<string, unknown>;
  const other = {
    notice: random.id(),
    payment: random.id(),
    reference: random.id(),
    state: read.state === "completed" ? "failed" : "completed",
    amount: Number(read.amount) + 1 + random.below(1000),
    currency: "SEK",
    stored: { token: "card-4242", label: "Visa" },
  };
  return JSON.stringify({ ...read, [field]: other[field] });
}

function without(body: string, field: string): string {
  const { [field]: _, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(rest);
}

function withHeader({ headers, body }: SignedNotice, name: string, change: (value: string) => string): SignedNotice {
  return { body, headers: { ...headers, [name]: change(headers[name] ?? "") } };
}

function flipped(text: string, random: Random): string {
  const at = random.below(text.length);
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}
