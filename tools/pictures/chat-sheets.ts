// `npm run pictures -- chats`: every state of the chat, light and dark, on phones and a desktop.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { DEMO_LOGINS } from "#demo/logins.ts";
import { logIn, openDemo, PICTURES, show } from "./demo-browser.ts";

const FOLDER = join(PICTURES, "sheets");
const SCHEMES = ["light", "dark"] as const;
const WIDTHS = [390, 1280, 360];
const [ANNA, BEN] = DEMO_LOGINS;
/** On a desktop the other states look the same beside the list. */
const ON_DESKTOP = ["list", "first lines", "unread", "photo", "reply", "reactions", "menu", "no credits", "offline"];
const ACROSS: Record<number, number> = { 360: 8, 390: 8, 1280: 4 };

mkdirSync(FOLDER, { recursive: true });
const demo = await openDemo();
const at = (path: string) => demo.at(path);

async function api<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const headers = { origin: new URL(at("/")).origin };
  return (await (await page.request.fetch(at(`/api/${path}`), { method, data, headers })).json()) as T;
}

interface Chats {
  chats: { conversation: { id: string }; profile: { id: string; name: string } }[];
}
interface Sent {
  message: { conversation: string; seq: number };
}

const say = (page: Page, to: string, text: string, more = {}) =>
  api<Sent>(page, "POST", "chat.php", { profile: to, text, client_id: crypto.randomUUID(), ...more });

/** Between the two log-ins: a reply and reactions. Returns Anna's session. */
async function talk() {
  const [anna, ben] = [await demo.open({}), await demo.open({})];
  await logIn(anna, at("/"), ANNA);
  await logIn(ben, at("/"), BEN);
  const { message: first } = await say(anna, BEN.id, "Is the garden café open today?");
  const { conversation } = first;
  const { message: second } = await say(ben, ANNA.id, "It is, until the rain comes 🌧️", { reply_to: first.seq });
  const { message: third } = await say(anna, BEN.id, "Then four o’clock. I will be the one under the umbrella.");
  await api(anna, "POST", "chat-reaction.php", { conversation, seq: second.seq, reaction: "heart" });
  await api(ben, "POST", "chat-reaction.php", { conversation, seq: second.seq, reaction: "laugh" });
  await api(ben, "POST", "chat-reaction.php", { conversation, seq: third.seq, reaction: "thumbs_up" });
  const cookies = await anna.context().cookies();
  await anna.context().close();
  return { conversation, cookies, ben };
}

const { conversation: withBen, cookies, ben } = await talk();

interface Shot {
  page: Page;
  stories: Chats["chats"];
}
const open = ({ page }: Shot, conversation: string | undefined) => show(page, at(`/chats/${conversation}`));
const story = (shot: Shot, number: number) => open(shot, shot.stories[number]?.conversation.id);
const write = (page: Page, text: string) => page.locator('textarea[name="text"]').fill(text);
const send = (page: Page) => page.getByRole("button", { name: /^Send( ·|$)/ }).click();
const refuse = (page: Page, path: string, status: number, code: string, message: string) =>
  page.route(`**/api/${path}`, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status, json: { error: { code, message } } }) : route.continue(),
  );
async function menu(page: Page): Promise<void> {
  const message = page.locator("[data-seq]").last();
  await message.hover();
  await message.getByRole("button", { name: "Options for this message" }).click();
}
async function choosePhoto(page: Page): Promise<void> {
  const picture = await page.screenshot();
  await page.getByRole("button", { name: "Send something else" }).click();
  await page.locator('input[type="file"]').setInputFiles({ name: "a.png", mimeType: "image/png", buffer: picture });
  await page.getByPlaceholder("Add a few words").waitFor();
}

const STATES: Record<string, (shot: Shot) => Promise<unknown>> = {
  list: ({ page }) => show(page, at("/chats")),
  async "empty list"({ page }) {
    await page.context().clearCookies({ name: "session" });
    const name = `Nora${[...crypto.randomUUID().replace(/[^a-f]/g, "")].slice(0, 8).join("")}`;
    await api(page, "POST", "signup.php", {
      ...{ name, email: `${name}@example.com`.toLowerCase(), password: "seven-Green-umbrellas", date_of_birth: "1990-04-04" },
      ...{ gender: "female", looking_for: "male", country: "NL", language: "en", terms: true, sensitive_data: true },
    });
    await show(page, at("/chats"));
  },
  async search(shot) {
    await show(shot.page, at("/chats"));
    await shot.page.getByRole("searchbox").fill(shot.stories[1]?.profile.name.slice(0, 3) ?? "");
    await shot.page.waitForTimeout(800);
  },
  async "first lines"({ page, stories }) {
    const known = stories.map(({ profile }) => profile.id);
    const { liked_by } = await api<{ liked_by: { id: string; match: boolean }[] }>(page, "GET", "likes.php");
    const match = liked_by.find(({ id, match }) => match && !known.includes(id));
    await show(page, at(`/members/${match?.id}/chat`));
  },
  async unread({ page }) {
    await say(ben, ANNA.id, "I am early. It is dry inside.");
    await page.goto(at(`/chats/${withBen}`));
    await page.getByText("New messages", { exact: true }).waitFor();
  },
  photo: (shot) => story(shot, 1),
  "price button": (shot) => story(shot, 3),
  async reply(shot) {
    await open(shot, withBen);
    await menu(shot.page);
    await shot.page.getByRole("button", { name: "Reply", exact: true }).click();
  },
  reactions: (shot) => open(shot, withBen),
  async menu(shot) {
    await open(shot, withBen);
    await menu(shot.page);
  },
  async "photo chosen"(shot) {
    await open(shot, withBen);
    await choosePhoto(shot.page);
  },
  async "photo waiting"(shot) {
    await open(shot, withBen);
    await shot.page.route("**/api/chat-photo.php", (route) => route.abort());
    await choosePhoto(shot.page);
    await write(shot.page, "The umbrella");
    await send(shot.page);
    await shot.page.getByText("Will be sent as soon").waitFor();
  },
  async failed(shot) {
    await open(shot, withBen);
    await refuse(shot.page, "chat-photo.php", 422, "invalid", "The picture is too small.");
    await choosePhoto(shot.page);
    await send(shot.page);
    await shot.page.getByText("The picture is too small.").waitFor();
  },
  async offline(shot) {
    await open(shot, withBen);
    await shot.page.context().setOffline(true);
    await write(shot.page, "Are you there already?");
    await send(shot.page);
    await shot.page.getByText("Will be sent as soon").waitFor();
  },
  async muted(shot) {
    await story(shot, 2);
    await shot.page.getByRole("button", { name: "More options" }).click();
    await shot.page.getByRole("button", { name: "Mute", exact: true }).click();
    await shot.page.getByRole("img", { name: "Muted" }).first().waitFor();
    await api(shot.page, "POST", "chat-mute.php", { conversation: shot.stories[2]?.conversation.id, muted: false });
  },
  async blocked(shot) {
    await story(shot, 2);
    await refuse(shot.page, "chat.php", 403, "blocked", "");
    await write(shot.page, "Hello?");
    await send(shot.page);
    await shot.page.getByText("You're blocked").waitFor();
  },
  async "no credits"(shot) {
    await story(shot, 3);
    await refuse(shot.page, "chat.php", 402, "not_enough_credits", "");
    await write(shot.page, "I have so much to tell you");
    await send(shot.page);
    await shot.page
      .getByRole("link", { name: /credits/i })
      .last()
      .waitFor();
  },
};

for (const width of WIDTHS) {
  const cells: string[] = [];
  for (const [name, prepare] of Object.entries(STATES)) {
    if (width === 1280 && !ON_DESKTOP.includes(name)) continue;
    for (const colorScheme of SCHEMES) {
      const page = await demo.open({
        viewport: { width, height: width === 1280 ? 800 : 780 },
        colorScheme,
        hasTouch: width < 1280,
      });
      await page.route("**/api/chat-draft.php", (route) => route.abort());
      await page.context().addCookies(cookies);
      const { chats } = await api<Chats>(page, "GET", "chats.php");
      await prepare({ page, stories: chats });
      const picture = await page.screenshot({ type: "jpeg", quality: 80 });
      if (process.env.EACH)
        await page.screenshot({ path: join(process.env.EACH, `${width}-${name.replaceAll(" ", "-")}-${colorScheme}.png`) });
      cells.push(
        `<figure><img src="data:image/jpeg;base64,${picture.toString("base64")}"><figcaption>${name}</figcaption></figure>`,
      );
      await page.context().close();
    }
    console.log(`✓ ${width} ${name}`);
  }
  if (width !== 360) await compose(`chat-states-${width === 1280 ? "desktop" : "phone"}`, cells, ACROSS[width] ?? 8);
}
await demo.close();

async function compose(name: string, cells: string[], across: number): Promise<void> {
  const page = await demo.browser.newPage({ viewport: { width: 1640, height: 900 } });
  await page.setContent(
    `<style>body{margin:0;padding:16px;background:#777;font:600 15px system-ui;color:#fff;display:grid;grid-template-columns:repeat(${across},1fr);gap:12px}
figure{margin:0}img{width:100%;display:block;border-radius:6px}figcaption{padding:4px}</style>${cells.join("")}`,
  );
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: "jpeg", quality: 78, fullPage: true });
  await page.close();
}
