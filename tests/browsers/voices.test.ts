import { describe, expect, test } from "vitest";
import { at, useBrowser } from "#tests/e2e/browser.ts";
import { DEVICES } from "#tests/e2e/call-steps.ts";
import { memberPage } from "#tests/e2e/fixtures.ts";
import { openAlive, post } from "#tests/e2e/steps.ts";
import { heard, record } from "#tests/e2e/voice-steps.ts";
import { ENGINES, useEngine } from "./engines.ts";
import { logIn } from "./people.ts";

/** Firefox's own microphone, which each page may use. */
const PREFERENCES = {
  "media.navigator.permission.disabled": true,
  "media.navigator.streams.fake": true,
  "media.autoplay.default": 0,
};

/** In a page: the recording as this engine decodes it. A machine without a sound device plays nothing in Firefox. */
async function decoded(): Promise<{ seconds: number; loudest: number }> {
  const { currentSrc, src } = document.querySelector<HTMLAudioElement>("audio[data-voice]") as HTMLAudioElement;
  const bytes = await (await fetch(currentSrc || src)).arrayBuffer();
  const sound = await new OfflineAudioContext(1, 48_000, 48_000).decodeAudioData(bytes);
  const samples = sound.getChannelData(0);
  return { seconds: sound.duration, loudest: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) };
}

describe.each(ENGINES)("in %s", (engine) => {
  useBrowser({ flags: DEVICES });
  const { open } = useEngine(engine, PREFERENCES);

  /** Two who have both written: recordings come after that. */
  async function scene() {
    const [chromium, second, other] = [
      await memberPage("Anna", { credits: 100 }),
      await memberPage("Milo", { credits: 100, gender: "male" }),
      await open(),
    ];
    await logIn(other, second.id);
    const write = async (from: typeof second, to: typeof second) => {
      const said = { profile: to.id, text: "Say it", client_id: `asks-${from.id}` };
      const answer = await post(from.page, "/api/chat.php", said);
      expect(answer.status(), await answer.text()).toBe(201);
      return ((await answer.json()) as { message: { conversation: string } }).message.conversation;
    };
    await write(chromium, second);
    return { page: chromium.page, other, path: `/chats/${await write(second, chromium)}` };
  }

  test("a recording of Chromium is decoded to its end", async () => {
    const { page, other, path } = await scene();
    await openAlive(page, path);
    await page.getByRole("button", { name: "Send something else" }).click();
    await record(page, "Record a voice message");
    await page
      .getByRole("button", { name: /^Send · / })
      .first()
      .click();
    await page.locator("audio[data-voice]").waitFor({ state: "attached" });
    await other.goto(at(path));
    await other.alive();
    await other.click("button", "Play");
    await other.until("the file is there", () =>
      other.run(() => document.querySelector<HTMLAudioElement>("audio[data-voice]")?.currentSrc !== ""),
    );
    const { seconds, loudest } = await other.run(decoded);
    expect(Math.abs(seconds - (await page.evaluate(decoded)).seconds)).toBeLessThan(0.1);
    expect(loudest).toBeGreaterThan(0);
  });

  // Debian's WebKitGTK records in no format.
  test.skipIf(engine === "webkit")("its recording is played in Chromium", async () => {
    const { page, other, path } = await scene();
    await openAlive(page, path);
    await other.goto(at(path));
    await other.alive();
    await other.click("button", "Send something else");
    await other.click("button", "Record a voice message");
    await other.see("p", "Recording. Say what you like.");
    // The meter needs a sound device there.
    await other.see("main", "0:01");
    await other.click("button", "Stop");
    await other.see("button", "Record again");
    await other.click("button", "Send · ");
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(() => heard(page)).toBeGreaterThan(0);
  });
});
