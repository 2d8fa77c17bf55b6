import { expect, test } from "vitest";
import { DAY } from "#worker/platform/durations.ts";
import { at, expectSound, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { openAlive } from "./steps.ts";

useBrowser({ whole: true });

const LINE = "It was nice to write with you. I am moving on, all the best.";

test.each([true, false])(
  "a silent chat is left kindly, and the other reads it gently, scripts: %s",
  async (javaScriptEnabled) => {
    const phone = { javaScriptEnabled, viewport: { width: 390, height: 844 } };
    const anna = await memberPage("Anna", phone);
    const ben = await memberPage("Ben", { gender: "male", credits: 50, ...phone });
    const first = { profile: anna.id, text: "Do you still sail?", client_id: crypto.randomUUID() };
    await ben.context.request.post(at("/api/chat.php"), { data: first, headers: { "sec-fetch-site": "same-origin" } });
    const [chat] = await sql<{ id: string }>("SELECT conversation_id AS id FROM participants WHERE member_id = ?", anna.id);
    await sql("UPDATE participants SET last_at = ?2 WHERE conversation_id = ?1", chat?.id, Date.now() - 6 * DAY);
    const path = `/chats/${chat?.id}`;
    await (javaScriptEnabled ? openAlive(anna.page, path) : anna.page.goto(path));

    await anna.page.getByText("Leave it kindly").click();
    if (javaScriptEnabled) await expectSound(anna.page);
    await anna.page.getByRole("button", { name: LINE }).click();
    await anna.page.getByText(`You said goodbye: “${LINE}”`).waitFor();
    expect(await anna.page.locator("main textarea").count()).toBe(0);

    await ben.page.goto(path);
    await ben.page.getByText(`${anna.who.name} says goodbye: “${LINE}”`).waitFor();
    expect(await ben.page.locator("main textarea").count()).toBe(0);
    if (javaScriptEnabled) await expectSound(ben.page);
    const [{ credits } = { credits: -1 }] = await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", anna.id);
    expect(credits, "a goodbye is free").toBe(10);
  },
);
