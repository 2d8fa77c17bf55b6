import type { BrowserContext, Page } from "playwright";
import { memberRows, sessionRow } from "#tests/setup/member-rows.ts";
import { at, type DESKTOP, person } from "./browser.ts";
import { insert, sql } from "./product.ts";
import { type Newcomer, newcomer } from "./steps.ts";

interface Options {
  confirmed?: boolean;
  /** Default 10, the credits of a confirmation. */
  credits?: number;
  /** The default domain, or one that shares its members. */
  host?: "localhost" | "127.0.0.1" | "full.localhost" | "unsold.localhost" | "gated.localhost";
}

/** Inserts a member like sign-up and confirmation do, without mails; returns the id. */
export async function insertMember(
  who: Newcomer,
  { confirmed = true, credits = 10, host = "localhost" }: Options = {},
): Promise<string> {
  const { gender } = who;
  const { id, rows } = memberRows(who, { confirmed, credits, gender, domainId: domainOf(host) });
  await insert(rows);
  return id;
}

/** Inserts a session; returns the value of its cookie. */
export async function newSession(id: string, { host = "localhost" }: Options = {}): Promise<string> {
  const { token, row } = await sessionRow(id, domainOf(host));
  await insert([row]);
  return token;
}

/** Inserts a session and sets its cookie in this browser. */
export async function insertSession(context: BrowserContext, id: string, { host = "localhost" }: Options = {}): Promise<void> {
  const token = await newSession(id, { host });
  await context.addCookies([{ name: "session", value: token, url: at("/", host), httpOnly: true, sameSite: "Lax" }]);
}

function domainOf(host: Options["host"]): string {
  if (host === "unsold.localhost" || host === "gated.localhost") return host.replace(".localhost", "");
  return host === "localhost" ? "liaison" : "full";
}

/** A new member with a session in this page's browser; returns the id. */
export async function addMember(page: Page, who: Newcomer, options: Options = {}): Promise<string> {
  const id = await insertMember(who, options);
  await insertSession(page.context(), id, options);
  return id;
}

/** The same in a page that another test has used, without its routes: an open page answers to a change of the session. */
export async function nextMember(
  page: Page,
  who: Newcomer,
  { viewport, ...options }: Options & { viewport?: typeof DESKTOP } = {},
): Promise<string> {
  await Promise.all([page.unrouteAll(), page.context().unrouteAll()]);
  await page.goto("about:blank");
  if (viewport) await page.setViewportSize(viewport);
  return addMember(page, who, options);
}

/** A new member with a new browser. */
export async function memberPage(
  name: string,
  { gender = "female", ...options }: Parameters<typeof person>[0] & Options & { gender?: Newcomer["gender"] } = {},
): Promise<{ page: Page; context: BrowserContext; who: Newcomer; id: string }> {
  const who = newcomer(name, gender);
  const { confirmed, credits, host, ...browser } = options;
  const { page, context } = await person({ ...(host && { baseURL: at("/", host) }), ...browser });
  return { page, context, who, id: await addMember(page, who, { confirmed, credits, host }) };
}

const DEMO = { "anna@demo.example": "demo0000000000000001", "ben@demo.example": "demo0000000000000002" };

/** A logged-in demo member with a new browser. Tests that write, spend or count use a member of their own. */
export async function demoMember(
  options: Parameters<typeof person>[0] & Options = {},
  email: keyof typeof DEMO = "anna@demo.example",
): Promise<Page> {
  const { confirmed: _confirmed, credits: _credits, host, ...browser } = options;
  const { page, context } = await person({ ...(host && { baseURL: at("/", host) }), ...browser });
  await insertSession(context, DEMO[email], { host });
  return page;
}

/** Confirms the address of a member that was inserted unconfirmed. */
export async function confirmMember(id: string): Promise<void> {
  await sql("UPDATE accounts SET status = 'active', activated_at = ? WHERE id = ?", Date.now(), id);
  await sql("UPDATE profiles SET status = 'active' WHERE id = ?", id);
}

/** Inserts likes from seeded members that the member has not seen, already announced. */
export async function insertLikes(id: string, count: number): Promise<void> {
  const now = Date.now();
  await sql(
    `INSERT INTO likes (liker_id, liked_id, is_new, created_at, announced_at)
     SELECT id, ?1, 1, ?2, ?2 FROM profiles WHERE fictional = 1 AND pool = 'liaison' AND gender = 'female' AND status = 'active' LIMIT ?3`,
    id,
    now,
    count,
  );
}

/** A fictional member opened this profile: a strip tells it. */
export async function visited(id: string): Promise<void> {
  await sql(
    `INSERT INTO visits (visited_id, visitor_id, at)
     SELECT ?1, id, ?2 FROM profiles WHERE status = 'active' AND fictional = 1 AND pool = 'liaison' LIMIT 1`,
    id,
    Date.now(),
  );
}
