import { describe, expect, test } from "vitest";
import { at } from "#tests/e2e/browser.ts";
import { insertMember } from "#tests/e2e/fixtures.ts";
import { routes, states } from "#tests/e2e/routes.ts";
import { newcomer } from "#tests/e2e/steps.ts";
import { ENGINES, useEngine } from "./engines.ts";
import { enter, logIn, NOWHERE } from "./people.ts";
import type { Session } from "./session.ts";

const WIDTHS = [360, 1280];
/** The largest text of the browser's settings. WebKitGTK's driver has no settings. */
const LARGEST = 32;
const WEIGHTS = [400, 500, 600, 700, 800];
const BEN = "demo0000000000000002";

describe.each(ENGINES)("in %s", (engine) => {
  const { open } = useEngine(engine);

  test("each weight of the text's font has a width of its own", async () => {
    const page = await open();
    await enter(page);
    await page.goto(at("/login"));
    const widths = await page.run(async (weights) => {
      const measured: number[] = [];
      for (const weight of weights) {
        const line = document.createElement("span");
        line.style.cssText = `position:absolute;white-space:nowrap;font:${weight} 20px Figtree,monospace`;
        line.textContent = "The quick brown fox jumps over the lazy dog";
        document.body.insertAdjacentElement("beforeend", line);
        await document.fonts.load(`${weight} 20px Figtree`);
        measured.push(line.getBoundingClientRect().width);
      }
      return measured;
    }, WEIGHTS);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(new Set(widths).size, widths.join(", ")).toBe(WEIGHTS.length);
  });

  test("no page is wider than a phone's or a desk's window", async () => expectNoWidePage(open));
});

describe.runIf(ENGINES.includes("firefox"))("in firefox, with large text", () => {
  const { open } = useEngine("firefox", { "font.size.variable.x-western": LARGEST });

  test("no page is wider than a phone's or a desk's window", async () => expectNoWidePage(open, LARGEST));
});

async function expectNoWidePage(open: () => Promise<Session>, text = 16): Promise<void> {
  const [visitor, member] = [await open(), await open()];
  await enter(visitor);
  await logIn(member, await insertMember(newcomer("Rita")));
  const conversation = await begunChat(member);
  expect(await member.run(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${text}px`);
  const wrong: string[] = [];
  for (const width of WIDTHS) {
    await resizeEmpty(visitor, width);
    await resizeEmpty(member, width);
    for (const { path, leads } of [...routes({ member: BEN, conversation }), ...states()]) {
      if (!leads?.["logged out"]) wrong.push(...(await tooWide(visitor, path)));
      if (!leads?.free) wrong.push(...(await tooWide(member, path)));
    }
  }
  expect(wrong).toEqual([]);
}

/** A call by the page itself; returns the conversation. */
async function begunChat(page: Session): Promise<string> {
  await page.goto(at("/settings"));
  return page.run(async (profile) => {
    const body = JSON.stringify({
      profile,
      text: "Hello from another engine",
      client_id: `engine-${Date.now()}-${Math.random()}`,
    });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/chat.php", { method: "POST", headers, body });
    return ((await answer.json()) as { message: { conversation: string } }).message.conversation;
  }, BEN);
}

/** Resized with pictures on it, WebKitGTK at times never ends a page's layout, without a script too. */
async function resizeEmpty(page: Session, width: number): Promise<void> {
  await page.goto(at(NOWHERE));
  await page.resize(width);
}

async function tooWide(page: Session, path: string): Promise<string[]> {
  await page.goto(at(path)).catch((error: Error) => expect.unreachable(`${path}: ${error.message}`));
  const [by, width] = await page.run(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth, innerWidth] as const;
  });
  return by > 0 ? [`${path} is ${by} px too wide at ${width}`] : [];
}
