import { describe, expect, test } from "vitest";
import { at, useBrowser } from "#tests/e2e/browser.ts";
import { DEVICES } from "#tests/e2e/call-steps.ts";
import { insertMember, memberPage } from "#tests/e2e/fixtures.ts";
import { newcomer, openAlive, post } from "#tests/e2e/steps.ts";
import { heard, heardHere, record } from "#tests/e2e/voice-steps.ts";
import { ENGINES, useEngine } from "./engines.ts";
import { logIn } from "./people.ts";

/** Firefox's own microphone, which each page may use. */
const PREFERENCES = {
  "media.navigator.permission.disabled": true,
  "media.navigator.streams.fake": true,
  "media.autoplay.default": 0,
};

describe.each(ENGINES)("in %s", (engine) => {
  useBrowser({ flags: DEVICES });
  const { open } = useEngine(engine, PREFERENCES);

  async function scene() {
    const [chromium, other] = [await memberPage("Anna", { credits: 100 }), await open()];
    const id = await insertMember(newcomer("Milo", "male"), { credits: 100 });
    await logIn(other, id);
    const asked = await post(chromium.page, "/api/chat.php", { profile: id, text: "Say it", client_id: `asks-${id}` });
    const { message } = (await asked.json()) as { message: { conversation: string } };
    return { page: chromium.page, other, path: `/chats/${message.conversation}` };
  }

  test("a recording of Chromium is played", async () => {
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
    await other.until("it plays", async () => (await other.run(heardHere)) > 0);
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
    await other.until("the meter moves", () => other.run(() => (document.querySelector("meter")?.value ?? 0) > 0));
    await other.click("button", "Stop");
    await other.see("button", "Record again");
    await other.click("button", "Send · ");
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(() => heard(page)).toBeGreaterThan(0);
  });
});
