// `npm run pictures -- screenshots`: the pictures of README and tour.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture, follow, logIn, openDemo, PICTURES, show } from "./demo-browser.ts";
import { openChats } from "./demo-chat.ts";

const DESKTOP = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DARK = { colorScheme: "dark" } as const;

interface Screenshot {
  name: string;
  options: typeof DESKTOP & { colorScheme?: "dark" };
  path: string;
  host?: string;
  member?: true;
  /** Selects the link to the page that is shown. */
  link?: string;
}
const CHAT = { path: "/chats", member: true, link: 'main a[href^="/chats/"]' } as const;
const SCREENSHOTS: Screenshot[] = [
  { name: "index-desktop", options: DESKTOP, path: "/" },
  { name: "index-phone", options: PHONE, path: "/" },
  { name: "dichtbij-phone", options: PHONE, path: "/", host: "dichtbij.localhost" },
  { name: "signup-phone", options: PHONE, path: "/signup" },
  { name: "letter-phone", options: PHONE, path: "/dev/letters/activation/en/html" },
  { name: "members-desktop", options: DESKTOP, path: "/members", member: true },
  { name: "members-phone", options: PHONE, path: "/members", member: true },
  { name: "profile-desktop", options: DESKTOP, path: "/members", member: true, link: 'main li a[href^="/members/"]' },
  { name: "chat-desktop", options: DESKTOP, ...CHAT },
  { name: "chat-phone-dark", options: { ...PHONE, ...DARK }, ...CHAT },
  { name: "settings-phone", options: PHONE, path: "/settings", member: true },
  { name: "notifications-phone-dark", options: { ...PHONE, ...DARK }, path: "/settings/notifications", member: true },
];

const demo = await openDemo();
await openChats(demo);
for (const { name, options, path, host, member, link } of SCREENSHOTS) {
  const page = await demo.open(options);
  if (member) await logIn(page, demo.at("/"));
  await show(page, demo.at(path, host));
  if (link) await follow(page, link);
  writeFileSync(join(PICTURES, `${name}.webp`), await capture(page));
  await page.context().close();
  console.log(`✓ ${name}`);
}
await demo.close();
