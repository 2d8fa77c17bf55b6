import { describe, expect, test } from "vitest";
import { at } from "#tests/e2e/browser.ts";
import { insertMember } from "#tests/e2e/fixtures.ts";
import { routes, states } from "#tests/e2e/routes.ts";
import { newcomer } from "#tests/e2e/steps.ts";
import { ENGINES, useEngine } from "./engines.ts";
import { enter, logIn } from "./people.ts";
import type { Session } from "./session.ts";

const WIDTHS = [360, 1280];
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

  test("no page is wider than a phone's or a desk's window", async () => {
    const [visitor, member] = [await open(), await open()];
    await enter(visitor);
    await logIn(member, await insertMember(newcomer("Rita")));
    const conversation = await begunChat(member);
    const wrong: string[] = [];
    for (const { path, leads } of [...routes({ member: BEN, conversation }), ...states()]) {
      if (!leads?.["logged out"]) wrong.push(...(await tooWide(visitor, path)));
      if (!leads?.free) wrong.push(...(await tooWide(member, path)));
    }
    expect(wrong).toEqual([]);
  });
});

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

async function tooWide(page: Session, path: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of WIDTHS) {
    await page.resize(width);
    if (width === WIDTHS[0]) await page.goto(at(path));
    const by = await page.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (by > 0) wrong.push(`${path} is ${by} px too wide at ${width}`);
  }
  return wrong;
}
