import { at } from "#tests/e2e/browser.ts";
import { newSession } from "#tests/e2e/fixtures.ts";
import type { Session } from "./session.ts";

/** A page without anything of ours: cookies are set on the site they belong to. */
export const NOWHERE = "/robots.txt";

/** Past the question at the entrance, as a visitor who has answered it. */
export async function enter(page: Session): Promise<void> {
  await page.goto(at(NOWHERE));
  await page.addCookie("dismissed", "entry-t0", at("/"));
}

/** A member's session in this browser. */
export async function logIn(page: Session, id: string): Promise<void> {
  await enter(page);
  await page.addCookie("session", await newSession(id), at("/"));
}
