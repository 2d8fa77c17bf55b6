import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import { type LocalRelay, startLocalRelay } from "#scripts/local-relay.ts";
import { mayCall } from "#tests/campaigns/calls.ts";
import { auditOf } from "#tests/campaigns/campaign.ts";
import { addMembers, type Member } from "#tests/campaigns/members.ts";
import { createProduct, type Product } from "#tests/campaigns/product.ts";
import { createRelay, type Relay } from "#tests/campaigns/relay.ts";
import { DEVICES, inPhase, ring, watchCalls } from "#tests/e2e/call-steps.ts";

/** Credits for a begun minute. */
export const PRICE = 3;
/** In ms: credits end after 80 s. */
const PATIENCE = 120_000;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", ...DEVICES];

export interface Side {
  member: Member;
  page: Page;
  /** Frames of this page's sockets that are signals. */
  signals: string[];
}

export interface Pair {
  caller: Side;
  callee: Side;
  conversation: string;
}

export const stage = {} as { product: Product; link: Relay; relay: LocalRelay; browser: Browser };

/** The built product with calls that cost by the minute, a relay, and a line between browsers and product that can be cut. */
export function openStage(): void {
  beforeAll(async () => {
    const domains = readDomainFiles().map((file) =>
      file.id === "liaison"
        ? { ...file, settings: { ...file.settings, calls: true, call_price: { per: "minute" as const, credits: PRICE } } }
        : file,
    );
    stage.relay = (await startLocalRelay()) ?? expect.unreachable("no coturn: node scripts/fetch-coturn.ts");
    stage.product = await createProduct(domains);
    await stage.product.start(stage.relay.vars);
    stage.link = await createRelay(stage.product.port);
    stage.browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
  });
  afterAll(async () => {
    const findings = stage.product?.pid() ? await auditOf(stage.product) : ["the product does not run"];
    await stage.browser?.close();
    stage.link?.close();
    await stage.product?.dispose();
    await stage.relay?.close();
    expect(findings).toEqual([]);
  });
}

export async function device(member: Member): Promise<Page> {
  const context = await stage.browser.newContext({ locale: "en-GB", baseURL: stage.link.origin, reducedMotion: "reduce" });
  context.setDefaultTimeout(PATIENCE);
  await context.addCookies([
    { name: "session", value: member.session, url: stage.link.origin },
    { name: "dismissed", value: "entry-t0", url: stage.link.origin },
  ]);
  return context.newPage();
}

async function side(member: Member): Promise<Side> {
  const page = await device(member);
  return { member, page, signals: await watchCalls(page) };
}

/** Two who may call each other, and their browsers. */
export async function pair(credits = 10 * PRICE): Promise<Pair> {
  const [[caller], [callee]] = await Promise.all([
    addMembers(stage.product, 1, { credits }),
    addMembers(stage.product, 1, { gender: "male" }),
  ]);
  return pairOf(caller as Member, callee as Member);
}

export async function pairOf(caller: Member, callee: Member): Promise<Pair> {
  const conversation = await mayCall(stage.product, caller.id, callee.id);
  const [one, other] = await Promise.all([side(caller), side(callee)]);
  return { caller: one, callee: other, conversation };
}

/** Opens a page whose socket is there. */
export async function openLive(page: Page, path: string): Promise<void> {
  const socket = page.waitForEvent("websocket");
  await page.goto(path);
  await (await socket).waitForEvent("framereceived");
}

export const press = (page: Page, name: string) => page.locator("main").getByRole("button", { name, exact: true }).click();
export const accept = (page: Page) => ring(page).getByRole("button", { name: "Accept", exact: true }).click();

export async function rings({ caller, callee, conversation }: Pair, kind = "Video call"): Promise<void> {
  await openLive(callee.page, "/chats");
  await openLive(caller.page, `/chats/${conversation}/call`);
  await press(caller.page, kind);
  await ring(callee.page).waitFor();
}

/** The first call of the two. */
export async function talking(them: Pair): Promise<void> {
  const { callee } = them;
  await rings(them);
  await accept(callee.page);
  await press(callee.page, "Accept");
  await both(them, "active");
}

export const both = ({ caller, callee }: Pair, phase: string) =>
  Promise.all([inPhase(caller.page, phase), inPhase(callee.page, phase)]);

export const status = ({ page }: Side, text: string | RegExp) => page.getByRole("status").filter({ hasText: text }).waitFor();

export interface Books {
  ending: string;
  paid: number;
  seconds: number;
  entries: number[];
  credits: number;
  /** Lines of ended calls in the chat. */
  lines: number;
  /** Members who are still in a call. */
  held: number;
}

/** What the newest call of the two has cost and left. */
export async function booksOf({ caller, conversation }: Pair): Promise<Books> {
  const [row] = await stage.product.sql<Omit<Books, "entries"> & { entries: string }>(
    `SELECT k.ending, k.paid, (k.ended_at - k.answered_at) / 1000 AS seconds,
      (SELECT json_group_array(amount) FROM ledger WHERE kind = 'call' AND cause = k.id) AS entries,
      (SELECT credits FROM accounts WHERE id = k.caller_id) AS credits,
      (SELECT count(*) FROM messages WHERE id = k.id AND type = 'call') AS lines,
      (SELECT count(*) FROM call_lines WHERE account_id IN (k.caller_id, k.callee_id)) AS held
     FROM calls k WHERE k.conversation_id = ? AND k.caller_id = ? ORDER BY k.asked_at DESC LIMIT 1`,
    conversation,
    caller.member.id,
  );
  if (!row) return expect.unreachable("no call");
  return { ...row, entries: JSON.parse(row.entries) as number[] };
}
