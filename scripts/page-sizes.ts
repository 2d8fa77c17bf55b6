import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

interface Manifest {
  serverResources: Record<string, { css: string[]; visitors?: string[] }>;
}

/** Bytes (gzip) of a page's sheets, about 2 % above what they are. */
const SHEETS: Record<string, number> = {
  "routes/discovery/members/members": 10_750,
  "routes/discovery/members/member": 10_590,
  "routes/discovery/members/own": 11_680,
  "routes/discovery/likes/likes": 9_540,
  "routes/messaging/chat/chats": 9_190,
  "routes/messaging/chat/chat": 9_190,
  "routes/accounts/settings/settings": 9_020,
  "routes/billing/payments/order": 9_270,
};
/** Without a session. */
const VISITORS: Record<string, number> = {
  "routes/accounts/landers/index features/accounts/landers/hero-editorial": 8_810,
  "routes/accounts/landers/gallery": 7_330,
  "routes/accounts/sessions/login": 6_710,
  "routes/accounts/signup/signup": 6_710,
  "routes/discovery/members/members": 9_530,
  "layouts/error-shell": 4_660,
};
/** Bytes (gzip) of the files that a page loads at once. */
const SCRIPTS: Record<string, number> = {
  "react rolldown-runtime index": 94_600,
  "react rolldown-runtime index members": 98_400,
  "react rolldown-runtime index photos": 104_600,
  "react rolldown-runtime index chats": 100_300,
  "react rolldown-runtime index chats chat": 119_600,
};

export async function tooLarge(folder: string): Promise<string[]> {
  const manifest = pathToFileURL(join(folder, "server/__vite_rsc_assets_manifest.js")).href;
  const { serverResources: linked } = ((await import(manifest)) as { default: Manifest }).default;
  const sheetsOf = (file: string, visitor: boolean) => {
    const { css = [], visitors = css } = linked[file] ?? {};
    const found = visitor ? visitors : css;
    if (found.length === 0) throw new Error(`${file} links no style sheet`);
    return found;
  };
  const sheets = [SHEETS, VISITORS].flatMap((limits) =>
    Object.entries(limits).map(([files, limit]) => {
      const paths = files.split(" ").flatMap((file) => sheetsOf(`app/${file}.tsx`, limits === VISITORS));
      const size = sizeOf(paths.map((path) => join(folder, "client", path)));
      return { page: `the sheets of ${files}${limits === VISITORS ? " for visitors" : ""}`, limit, size };
    }),
  );
  const scripts = Object.entries(SCRIPTS).map(([names, limit]) => {
    const paths = names.split(" ").map((name) => {
      const [path, ...others] = globSync(`client/assets/${name}-????????.js`, { cwd: folder });
      if (!path || others.length > 0) throw new Error(`no file ${name}, or more than one: see browser-chunks.ts`);
      return join(folder, path);
    });
    return { page: `the scripts ${names}`, limit, size: sizeOf(paths) };
  });
  return [...sheets, ...scripts]
    .filter(({ size, limit }) => size > limit)
    .map(({ page, size, limit }) => `${page} have ${size} bytes (gzip), more than ${limit}`);
}

function sizeOf(paths: string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
}
