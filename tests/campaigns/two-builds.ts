import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page, type Request } from "playwright";
import { type Campaign, LONGEST, type Tools } from "./campaign.ts";
import { beginTalk, faultsOf, logOf, say, type Talk } from "./conversations.ts";
import { inParallel, type Member } from "./members.ts";
import { otherBuild, partOf } from "./other-build.ts";
import { createReader, faultOf, type Reader, settled } from "./reader.ts";
import { createRelay, type Relay } from "./relay.ts";

/** In ms, for readers and pages after a replacement. */
const PATIENCE = 60_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
/** Two members of each conversation pause between messages, in ms. */
const PAUSE = 200;

interface OpenPages {
  writer: Page;
  reader: Page;
}

export const twoBuilds: Campaign = {
  name: "two-builds",
  what: "another build replaces the Worker while conversations go on: messages arrive once and in order, old pages go on",
  async run(tools) {
    const { product, small } = tools;
    const [pairs, replacements] = small ? [2, 2] : [20, 12];
    const folder = mkdtempSync(join(tmpdir(), "liaison-builds-"));
    const builds = [undefined, otherBuild(folder, "x")] as const;
    const relay = await createRelay(product.port);
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    });
    const talks = await inParallel(Array.from({ length: pairs }), 4, () => beginTalk(product));
    const shown = await beginTalk(product);
    const places = talks.flatMap((talk) => talk.two.map((member) => ({ talk, member })));
    const readers = await inParallel(places, 8, ({ talk, member }) => createReader({ product, relay, member, talk }));

    let isOver = false;
    const talking = inParallel(places, places.length, async ({ talk, member }) => {
      while (!isOver) {
        await say(product, talk, member, tools.random);
        await wait(tools.random.below(2 * PAUSE));
      }
    });
    talking.catch(() => {}); // awaited below
    const found: string[] = [];
    const done = { replacements: 0, "messages of old pages": 0, "files gone": 0, "old pages that loaded anew": 0 };
    const begun = Date.now();
    let pages: OpenPages | null = null;
    while (done.replacements < replacements && Date.now() - begun < LONGEST) {
      pages = await opened(browser, relay, shown, pages);
      await write(shown, pages, 2);
      const build = builds[++done.replacements % 2];
      const gone = partOf("message-menu", build ? "" : "x");
      await replace(tools, build);
      const typed = await write(shown, pages, 2);
      done["messages of old pages"] += 2;
      done["files gone"] += Number((await fetch(relay.origin + gone)).status === 404);
      found.push(...(await reloads(pages, typed)));
      done["old pages that loaded anew"] += 2;
      await write(shown, pages, 1);
      found.push(...(await pagesDiffer(tools, shown, pages)));
    }
    isOver = true;
    await talking;
    return {
      counts: {
        conversations: pairs + 1,
        messages: [...talks, shown].reduce((sum, { letters }) => sum + letters.length, 0),
        ...done,
        "sockets opened": readers.reduce((sum, { counts }) => sum + counts.sockets, 0),
        "until all were equal": `${await settled(product, readers, PATIENCE)} s`,
      },
      async problems() {
        const logs = await inParallel([...talks, shown], 4, async (talk) => faultsOf(talk, await logOf(product, talk.id)));
        const heard = await inParallel(readers, 8, (reader: Reader) => faultOf(product, reader));
        const never = Object.entries(done).flatMap(([name, count]) => (count === 0 ? [`no ${name}`] : []));
        const old = pages ? await pagesDiffer(tools, shown, pages) : [];
        return [...found, ...never, ...logs.flat(), ...heard.flat(), ...old];
      },
      async plant() {
        pages = await opened(browser, relay, shown, pages);
        const typed = await write(shown, pages, 1);
        await pages.reader.evaluate(() => sessionStorage.setItem("reloaded-at", String(Date.now() + 3_600_000)));
        await replace(tools, builds[(done.replacements + 1) % 2]);
        found.push(...(await reloads(pages, typed, 5_000)));
        return "a page of the old build that may not load itself anew";
      },
      end() {
        for (const reader of readers) reader.end();
        relay.close();
        void browser.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

async function replace({ product }: Tools, build: string | undefined): Promise<void> {
  await product.kill();
  await product.start({}, build);
}

/** The conversation on a computer and on a phone, as the running build serves it. */
async function opened(browser: Browser, relay: Relay, talk: Talk, before: OpenPages | null): Promise<OpenPages> {
  for (const page of before ? [before.writer, before.reader] : []) await page.context().close();
  const open = async (member: Member, viewport: typeof PHONE) => {
    const context = await browser.newContext({ locale: "en-GB", viewport, reducedMotion: "reduce" });
    await context.addCookies([
      { name: "session", value: member.session, url: relay.origin },
      { name: "dismissed", value: "entry-t0", url: relay.origin },
    ]);
    const page = await context.newPage();
    const socket = page.waitForEvent("websocket");
    await page.goto(`${relay.origin}/chats/${talk.id}`);
    await (await socket).waitForEvent("framereceived");
    await page.evaluate(() => Object.assign(window, { isOld: true }));
    return page;
  };
  return { writer: await open(talk.two[0], DESKTOP), reader: await open(talk.two[1], PHONE) };
}

/** By one page, until each stands in the other. Returns what its reader has typed; who types is not interrupted by a deploy. */
async function write(talk: Talk, { writer, reader }: OpenPages, count: number): Promise<string> {
  const typed = `Not sent, ${talk.letters.length}`;
  await reader.locator('textarea[name="text"]').fill(typed);
  for (let index = 0; index < count; index++) {
    const text = `From a page, ${talk.letters.length}`;
    // A message whose answer was lost with the server is posted again, too.
    const isPost = (request: Request) => request.url().endsWith("/api/chat.php") && hasText(request, text);
    const posted = writer.waitForRequest(isPost, { timeout: PATIENCE });
    await writer.locator('textarea[name="text"]').fill(text);
    await writer.locator('textarea[name="text"]').press("Enter");
    const { client_id: clientId } = (await posted).postDataJSON() as { client_id: string };
    talk.letters.push({ from: talk.two[0], text, clientId, seq: talk.letters.length + 1 });
    await reader.getByRole("log").locator("p").getByText(text, { exact: true }).waitFor({ timeout: PATIENCE });
  }
  return typed;
}

const hasText = (request: Request, text: string) => (request.postDataJSON() as { text?: string } | null)?.text === text;

/** A part that is gone, and a form, each load the page of the new build; what was typed stays. */
async function reloads({ writer, reader }: OpenPages, typed: string, patience = PATIENCE): Promise<string[]> {
  await reader.locator("[data-seq]").last().hover();
  await writer.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    document.querySelector<HTMLFormElement>("form:has([aria-describedby=mute-what], [name=muted])")?.requestSubmit();
  });
  const found: string[] = [];
  for (const [name, page] of [
    ["with a part that is gone", reader],
    ["with a form", writer],
  ] as const) {
    // The composer may be hydrated after the rest: until then Enter is a line break.
    const isNew = () => {
      const field = document.querySelector("textarea");
      return !("isOld" in window) && field !== null && Object.keys(field).some((key) => key.startsWith("__react"));
    };
    const loaded = await page.waitForFunction(isNew, undefined, { timeout: patience, polling: 50 }).catch(() => null);
    if (!loaded) found.push(`a page of the old build ${name} was not loaded anew`);
  }
  if (found.length > 0) return found;
  const left = await reader.locator('textarea[name="text"]').inputValue();
  if (left !== typed) found.push(`an old page lost its text: "${left}"`);
  await reader.locator("[data-seq]").last().press("Enter");
  await reader.getByRole("button", { name: "Reply", exact: true }).waitFor({ timeout: patience });
  await reader.keyboard.press("Escape");
  return found;
}

/** Each message of the log stands on both pages once, in its order. */
async function pagesDiffer({ product }: Tools, talk: Talk, { writer, reader }: OpenPages): Promise<string[]> {
  const rows = await logOf(product, talk.id);
  const expected = rows.map(({ seq }) => seq).join();
  const found: string[] = [];
  for (const [name, page] of Object.entries({ writer, reader })) {
    const seqs = await page.locator("[data-seq]").evaluateAll((all) => all.map((one) => Number(one.dataset.seq)));
    // A page begins with the newest messages.
    const from = rows.length - seqs.length;
    if (
      seqs.length < Math.min(rows.length, 10) ||
      seqs.join() !==
        rows
          .slice(from)
          .map(({ seq }) => seq)
          .join()
    )
      found.push(`the ${name}'s page shows ${seqs.join()} of ${expected}`);
  }
  return found;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
