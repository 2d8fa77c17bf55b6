import type { BrowserContextOptions } from "playwright";
import { capture, follow, logIn, openDemo, show } from "#tools/pictures/demo-browser.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

/** 1,080 by 2,160 pixels: within what both stores take for phones. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 720 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};

const SCREENS = [
  { name: "1", path: "/" },
  { name: "2", path: "/members" },
  { name: "3", path: "/members", link: 'main li a[href^="/members/"]' },
  { name: "4", path: "/chats", link: 'main a[href^="/chats/"]' },
];

/** PNG by path, of a running product with demo members. */
export async function makeScreens(file: DomainFile, server: URL): Promise<Record<string, Uint8Array>> {
  process.env.PORT = server.port || "80";
  const demo = await openDemo();
  const pictures: Record<string, Uint8Array> = {};
  try {
    for (const { name, path, link } of SCREENS) {
      const page = await demo.open(PHONE);
      if (path !== "/") await logIn(page, demo.at("/", server.hostname));
      await show(page, demo.at(path, server.hostname));
      if (link) await follow(page, link);
      const png = await capture(page, "png");
      if (file.settings.android_app) pictures[`android/fastlane/metadata/android/images/phoneScreenshots/${name}.png`] = png;
      if (file.settings.ios_app) pictures[`ios/fastlane/screenshots/${name}.png`] = png;
      await page.context().close();
    }
  } finally {
    await demo.close();
  }
  return pictures;
}
