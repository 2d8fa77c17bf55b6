import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

interface Manifest {
  serverResources: Record<string, { css: string[] }>;
}

/** Bytes (gzip) of a page's sheets, about 2 % above what they are. */
const SHEETS: Record<string, number> = {
  "routes/discovery/members/members": 11_220,
  "routes/discovery/members/member": 11_900,
  "routes/discovery/members/own": 12_590,
  "routes/discovery/likes/likes": 10_710,
  "routes/messaging/chat/chats": 10_800,
  "routes/messaging/chat/chat": 12_600,
  "routes/messaging/calls/call": 8_900,
  "routes/accounts/settings/settings": 9_590,
  "routes/billing/payments/order": 10_100,
  "routes/accounts/landers/index features/accounts/landers/hero-editorial": 11_890,
  "routes/accounts/landers/gallery": 7_800,
  "routes/accounts/sessions/login": 9_260,
  "routes/accounts/signup/signup": 7_500,
  "layouts/error-shell": 7_160,
};
/** Bytes (gzip) of the files that a page loads at once. */
const SCRIPTS: Record<string, number> = {
  "react rolldown-runtime index": 94_200,
  "react rolldown-runtime index members": 97_200,
  "react rolldown-runtime index photos": 100_400,
  "react rolldown-runtime index chats": 99_300,
  "react rolldown-runtime index chats chat": 121_400,
  "react rolldown-runtime index calls ring dialog disclosure": 107_200,
};

export async function tooLarge(folder: string): Promise<string[]> {
  const manifest = pathToFileURL(join(folder, "server/__vite_rsc_assets_manifest.js")).href;
  const { serverResources: linked } = ((await import(manifest)) as { default: Manifest }).default;
  const sheets = Object.entries(SHEETS).map(([files, limit]) => {
    const paths = files.split(" ").flatMap((file) => linked[`app/${file}.tsx`]?.css ?? []);
    if (paths.length === 0) throw new Error(`${files} link no style sheet`);
    return { page: `the sheets of ${files}`, limit, size: sizeOf(paths.map((path) => join(folder, "client", path))) };
  });
  const scripts = Object.entries(SCRIPTS).map(([names, limit]) => {
    const paths = names.split(" ").map((name) => {
      const [path, ...others] = globSync(`client/assets/${name}-????????.js`, { cwd: folder });
      if (!path || others.length > 0) throw new Error(`no file ${name}, or more than one: see browser-chunks.ts`);
      return join(folder, path);
    });
    for (const path of paths)
      for (const [, name = ""] of readFileSync(path, "utf8").matchAll(/(?:from|import) ?"\.\/([\w-]+)-[\w-]{8}\.js"/g))
        if (!names.split(" ").includes(name)) throw new Error(`${path} also loads ${name}: see browser-chunks.ts`);
    return { page: `the scripts ${names}`, limit, size: sizeOf(paths) };
  });
  return [...sheets, ...scripts]
    .filter(({ size, limit }) => size > limit)
    .map(({ page, size, limit }) => `${page} have ${size} bytes (gzip), more than ${limit}`);
}

function sizeOf(paths: string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
}
