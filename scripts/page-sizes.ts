import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

interface Manifest {
  serverResources: Record<string, { css: string[] }>;
}

/** Bytes (gzip) of the route's sheet, about 2 % above what they are. */
const SHEETS: Record<string, number> = {
  "landers/index": 12_570,
  "landers/gallery": 10_430,
  "sessions/login": 8_890,
  "signup/signup": 10_620,
  "members/members": 11_350,
  "members/member": 10_780,
  "members/own": 12_000,
  "likes/likes": 9_980,
  "chat/chats": 9_480,
  "chat/chat": 12_470,
  "settings/settings": 8_700,
  "payments/order": 9_590,
};
/** Bytes (gzip) of the files that a page loads at once. */
const SCRIPTS: Record<string, number> = {
  "react shell": 89_800,
  "react shell members": 93_000,
  "react shell members photos": 99_500,
  "react shell chats": 94_100,
  "react shell chats chat": 110_500,
};

export async function tooLarge(folder: string): Promise<string[]> {
  const manifest = pathToFileURL(join(folder, "server/__vite_rsc_assets_manifest.js")).href;
  const { serverResources: linked } = ((await import(manifest)) as { default: Manifest }).default;
  const sheetsOf = (file: string) => {
    const found = linked[file]?.css ?? [];
    if (found.length === 0) throw new Error(`${file} links no style sheet`);
    return found;
  };
  const sheets = Object.entries(SHEETS).map(([route, limit]) => {
    const paths = sheetsOf(`app/routes/${route}.tsx`).map((path) => join(folder, "client", path));
    return { page: `the sheet of ${route}`, limit, size: sizeOf(paths) };
  });
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
