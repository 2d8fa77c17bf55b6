// `npm run pictures -- sheets`: every layout in light, dark, phone, desktop, three languages and niches.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { follow, logIn, openDemo, PICTURES, show } from "./demo-browser.ts";
import { openChats } from "./demo-chat.ts";

const FOLDER = join(PICTURES, "sheets");

/** The first three columns share their members. */
const COLUMNS = [
  { host: "localhost", language: "en", label: "Liaison · English" },
  { host: "dichtbij.localhost", language: "nl", label: "Dichtbij · Nederlands" },
  { host: "funken.localhost", language: "de", label: "Funken · Deutsch" },
];
const LOOKS = (["light", "dark"] as const).flatMap((scheme) => [
  { scheme, width: 390, height: 844 },
  { scheme, width: 1280, height: 844 },
]);
const SHEETS: { name: string; path: string; member?: true; link?: string }[] = [
  { name: "default-visitor", path: "/" },
  { name: "default-member", path: "/members", member: true },
  { name: "default-profile", path: "/members", member: true, link: 'main li a[href^="/members/"]' },
  { name: "default-legal", path: "/faq" },
  { name: "chat", path: "/chats", member: true, link: 'main a[href^="/chats/"]' },
  { name: "lander", path: "/landers/collagelanding" },
  { name: "empty", path: "/signup" },
];

mkdirSync(FOLDER, { recursive: true });
const demo = await openDemo();
await openChats(demo);
for (const sheet of SHEETS) {
  const rows: string[] = [];
  for (const { scheme, width, height } of LOOKS) {
    const cells: string[] = [];
    for (const { host, language } of COLUMNS) {
      const page = await demo.open({ viewport: { width, height }, colorScheme: scheme });
      await page.context().addCookies([{ name: "locale", value: language, url: demo.at("/", host) }]);
      if (sheet.member) await logIn(page, demo.at("/", host));
      await show(page, demo.at(sheet.path, host));
      if (sheet.link) await follow(page, sheet.link);
      const picture = await page.screenshot({ type: "jpeg", quality: 85 });
      cells.push(`<img src="data:image/jpeg;base64,${picture.toString("base64")}">`);
      await page.context().close();
    }
    rows.push(`<div class="row w${width}">${cells.join("")}</div>`);
  }
  await compose(sheet.name, rows);
  console.log(`✓ ${sheet.name}`);
}
await demo.close();

async function compose(name: string, rows: string[]): Promise<void> {
  const page = await demo.browser.newPage({ viewport: { width: 1640, height: 900 } });
  const head = `<h1>${COLUMNS.map(({ label }) => `<span>${label}</span>`).join("")}</h1>`;
  await page.setContent(
    `<style>body{margin:0;padding:16px;background:#777;font:600 15px system-ui;color:#fff}h1,.row{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;margin:0 0 12px}
h1{font:inherit}.w390{width:50%;float:left;box-sizing:border-box;padding-right:12px}img{width:100%;display:block;border-radius:6px}.w1280{clear:both}</style>
${head}${[0, 2, 1, 3].map((index) => rows[index]).join("")}`,
  );
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: "jpeg", quality: 78, fullPage: true });
  await page.close();
}
