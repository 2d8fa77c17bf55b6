import type { StaffRole } from "#db/schema/attributes.ts";
import { hashForSeed } from "#scripts/password.ts";
import { factorRows, staffRows } from "#tests/setup/staff.ts";
import { stepAt, totpCode } from "#worker/backoffice/staff/totp.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { Campaign, Tools } from "./campaign.ts";
import { addMembers } from "./members.ts";
import { ordered, paid } from "./orders.ts";
import { type Answer, outcomeOf, type Product } from "./product.ts";
import { tallied } from "./spending.ts";

const HOST = "staff.localhost";
const PASSWORD = "a kettle on the roof";
const hash = hashForSeed(PASSWORD);
/** Most reads an hour, and most that one person refunds alone a day (EUR, in cents), as the documentation says. */
const [FILES, ALONE] = [60, 10 * 2000];

interface Person {
  id: string;
  session: string;
  /** Who sits in front of it, whatever the database says. */
  hand: string;
  /** Recovery codes. */
  codes: string[];
}

export const staff: Campaign = {
  name: "staff",
  what: "one operator with many accounts, a stolen session, a reader of everything, strangers who guess, support that gives away",
  async run(tools) {
    const { product, small } = tools;
    const [olga, ola] = [await person(product, "operator", "Olga"), await person(product, "operator", "Ola")];
    const stolen = await withSession(product, small ? 10 : 30);
    const hands = new Map([olga, ola].map(({ id, hand }) => [id, hand]));
    const approvals = await secondPersons(product, olga, ola, hands);
    const reads = await readAll(tools, ola);
    const guesses = await guessed(product, ola);
    const alone = await givenAlone(tools);
    return {
      counts: {
        "changes with a session alone": tallied(stolen),
        "own refunds approved by one's own accounts": tallied(approvals.outcomes),
        "files of members opened": tallied(reads),
        "log-ins during guesses of strangers": tallied(guesses),
        "refunds by one person alone": tallied(alone),
      },
      async problems() {
        const decided = await product.sql<{ first: string; second: string }>(
          "SELECT not_by AS first, decided_by AS second FROM work_items WHERE kind = 'refund' AND not_by IS NOT NULL AND decided_by IS NOT NULL",
        );
        const own = decided.filter(({ first, second }) => hands.get(first) === hands.get(second));
        const sums = await product.sql<{ who: string; sum: number }>(
          "SELECT proposed_by AS who, sum(amount) AS sum FROM refund_proposals WHERE by_two = 0 GROUP BY proposed_by",
        );
        return [
          ...own.map(({ first }) => `${hands.get(first)} approved an own refund`),
          ...sums.filter(({ sum }) => sum > ALONE).map(({ who, sum }) => `${who} gave back ${sum} alone`),
          ...stolen.filter((outcome) => outcome === "done").map(() => "a session alone changed an account"),
          ...(decided.length === 0 ? ["no refund was approved by two people"] : []),
          ...(sums.length === 0 ? ["nothing was refunded alone"] : []),
          ...(await readProblems(product, reads)),
          ...(guesses.includes("own device done") ? [] : ["strangers kept the owner out"]),
        ];
      },
      async plant() {
        const [payment] = await paidOrders(product, 1, "c400");
        await call(product, approvals.olga, "propose-refund", refund(payment));
        await product.sql("DELETE FROM staff_setup_links");
        await product.sql("UPDATE staff_members SET created_at = 1");
        const outcome = await approve(product, approvals.own);
        return `who made which account is forgotten, and a second account approves: ${outcome}`;
      },
    };
  },
};

async function person(product: Product, role: StaffRole, hand: string): Promise<Person> {
  const { id, token, rows } = await staffRows(role);
  const factors = await Promise.all(Array.from({ length: 12 }, () => factorRows(id, hash)));
  await product.sqlBatch([...rows, ...factors.flatMap((one) => one.rows)]);
  // Made long ago by the command.
  await product.sql("UPDATE staff_members SET created_at = 1 WHERE id = ?", id);
  return { id, session: token, hand, codes: factors.map(({ code }) => code) };
}

const call = (product: Product, { session }: Pick<Person, "session">, path: string, body?: object): Promise<Answer> =>
  product.ask(`/staff/api/${path}`, {
    host: HOST,
    body,
    headers: { cookie: `staff=${session}`, "sec-fetch-site": "same-origin" },
  });

/** Payments of new members, none of whose credits are spent. */
async function paidOrders(product: Product, count: number, of: string): Promise<string[]> {
  const ids: string[] = [];
  for (const member of await addMembers(product, count)) {
    const account = await ordered(product, member, { package: of });
    await paid(product, account);
    ids.push(account.order.id);
  }
  return ids;
}

/** Who has the cookie of a session, and guesses the rest. */
async function withSession(product: Product, times: number): Promise<string[]> {
  const [victim, { session }] = [await person(product, "moderator", "Mo"), await person(product, "operator", "Thea")];
  const inputs = Array.from({ length: times }, (_, n) => [
    ["people", { email: `thief${n}@staff.example`, name: "Thief", role: "operator" }],
    ["role", { id: victim.id, role: "operator" }],
    ["reset", { id: victim.id, password: "guess", code: "000000" }],
  ]) as [string, object][][];
  const answers = await Promise.all(inputs.flat().map(([path, body]) => call(product, { session }, path, body)));
  return answers.map(outcomeOf);
}

/** Whose link it is sets the account up and logs in. */
async function made(product: Product, by: Person, path: string, body: object): Promise<Person> {
  const added = await call(product, by, path, { ...body, password: PASSWORD, code: by.codes.pop() });
  if (added.status !== 200) throw new Error(`${path}: ${added.text}`);
  const token = String(added.json.link).split("token=")[1] ?? "";
  const { json } = await product.ask(`/staff/api/setup?token=${token}`, { host: HOST });
  const code = await totpCode(json.secret, stepAt(Date.now()));
  const set = await call(product, { session: "" }, "setup", { token, password: PASSWORD, code });
  if (set.status !== 200) throw new Error(`setup: ${set.text}`);
  return { id: added.json.id, session: await sessionOf(product, added.json.id), hand: by.hand, codes: json.recovery };
}

/** Another session of the account, as a log-in from this device makes it. */
async function sessionOf(product: Product, id: string, device = newSecret()): Promise<string> {
  const [token, now] = [newSecret(), Date.now()];
  await product.sql(
    `INSERT INTO staff_sessions (token_hash, staff_id, user_agent, created_at, expires_at, device_hash) VALUES (?, ?, 'x', ?, ?, ?)`,
    ...[await sha256(token), id, now, now + 3600_000, await sha256(device)],
  );
  return token;
}

const second = (n: number) => ({ email: `second${n}@staff.example`, name: "Second", role: "operator" });
const refund = (payment: string | undefined) => ({ payment, share: "unused", reason: "fault" });

/** All ways in which one person has two accounts; at the end another person approves. */
async function secondPersons(product: Product, olga: Person, ola: Person, hands: Map<string, string>) {
  const [before, after, theirs, last] = await paidOrders(product, 4, "c400");
  const outcomes: string[] = [];
  const tried = async (name: string, who: Person) => outcomes.push(`${name} ${await approve(product, who)}`);
  const own = (one: Person) => {
    hands.set(one.id, olga.hand);
    return one;
  };
  const honest = await person(product, "support", "Sol");
  await call(product, olga, "propose-refund", refund(before));
  const b = own(await made(product, olga, "people", second(1)));
  await tried("account made after the proposal", b);
  await call(product, olga, "propose-refund", refund(after));
  await tried("account made before the next", b);
  const c = own(await made(product, b, "people", second(2)));
  await tried("account made by that account", c);
  const d = own(await made(product, olga, "reset", { id: honest.id }));
  await tried("account of somebody else, reset", d);
  await call(product, ola, "disable", { id: olga.id });
  await call(product, b, "propose-refund", refund(theirs));
  await tried("one new account for the other", c);
  await product.sql("UPDATE staff_members SET disabled_at = NULL WHERE id = ?", olga.id);
  const again = { ...olga, session: await sessionOf(product, olga.id) };
  await call(product, d, "propose-refund", refund(last));
  await tried("the maker for the new account", again);
  const waiting = await product.sql("SELECT 1 FROM work_items WHERE kind = 'refund' AND state = 'waiting'");
  outcomes.push(`waiting for another person ${waiting.length}`);
  for (let n = 0; n < waiting.length; n++) outcomes.push(`another person ${await approve(product, ola)}`);
  return { outcomes, own: b, olga: again };
}

/** Decides the first item of the leased work. */
async function approve(product: Product, who: Person): Promise<string> {
  await call(product, who, "take-work", { kind: "refund" });
  const { json } = await call(product, who, "work-mine?kind=refund");
  const item = (json?.items ?? []).find(({ state }: { state: string }) => state === "waiting");
  const outcome = item
    ? outcomeOf(await call(product, who, "decide-work", { id: item.id, decision: "approve" }))
    : "not given out";
  await call(product, who, "return-work", { kind: "refund" });
  return outcome;
}

/** Everything that one session may open, at once. */
async function readAll({ product, small }: Tools, { id }: Person): Promise<string[]> {
  const members = await addMembers(product, small ? 80 : 400);
  const session = await sessionOf(product, id);
  const files = await Promise.all(members.map((one) => call(product, { session }, `member-file?id=${one.id}`)));
  return files.map(outcomeOf);
}

async function readProblems(product: Product, reads: string[]): Promise<string[]> {
  const opened = reads.filter((read) => read === "done").length;
  const noted = (await product.sql("SELECT 1 FROM staff_audit WHERE action = 'open member'")).length;
  const mails = await product.sql("SELECT 1 FROM outbox WHERE template = 'staff' AND subject LIKE '%reads a lot'");
  return [
    ...(opened > FILES ? [`${opened} files were opened in an hour`] : []),
    ...(noted === opened && opened > 0 ? [] : [`opened ${opened}, noted ${noted}`]),
    ...(mails.length === 0 ? ["nobody was told"] : []),
  ];
}

/** Wrong log-ins of strangers while the owner logs in, on the own device and on a new one. */
async function guessed(product: Product, { id }: Person): Promise<string[]> {
  const [email] = await product.sql<{ email: string }>("SELECT email FROM staff_members WHERE id = ?", id);
  const device = newSecret();
  await sessionOf(product, id, device);
  const codes: string[] = [];
  for (let n = 0; n < 2; n++) {
    const { code, rows } = await factorRows(id, hash);
    await product.sqlBatch(rows);
    codes.push(code);
  }
  const login = (password: string, code: string | undefined, headers: Record<string, string>) =>
    product.ask("/staff/api/login", {
      host: HOST,
      body: { ...email, password, code },
      headers: { "sec-fetch-site": "same-origin", ...headers },
    });
  const outcomes: string[] = [];
  for (let n = 0; n < 60; n++)
    outcomes.push(`stranger ${outcomeOf(await login("guess", "000000", { "cf-connecting-ip": `203.0.113.${n}` }))}`);
  outcomes.push(`new device ${outcomeOf(await login(PASSWORD, codes[0], {}))}`);
  outcomes.push(`own device ${outcomeOf(await login(PASSWORD, codes[1], { cookie: `staff-device=${device}` }))}`);
  return outcomes;
}

async function givenAlone({ product }: Tools): Promise<string[]> {
  const sol = await person(product, "support", "Sol");
  const payments = await paidOrders(product, 20, "c25");
  const answers = await Promise.all(payments.map((payment) => call(product, sol, "propose-refund", refund(payment))));
  return answers.map(outcomeOf);
}
