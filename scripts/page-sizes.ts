import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

interface Manifest {
  serverResources: Record<string, { css: string[] }>;
}

/** Bytes (gzip) of a page's sheets, about 2 % above what they are. */
const SHEETS: Record<string, number> = {
  "routes/landers/index features/landers/hero-editorial": 9_650,
  "routes/landers/gallery": 8_800,
  "routes/sessions/login": 7_790,
  "routes/signup/signup": 7_740,
  "routes/members/members": 9_580,
  "routes/members/member": 9_270,
  "routes/members/own": 10_100,
  "routes/likes/likes": 8_550,
  "routes/chat/chats": 8_200,
  "routes/chat/chat": 9_640,
  "routes/settings/settings": 7_650,
  "routes/payments/order": 8_340,
};
/** Bytes (gzip) of the files that a page loads at once. */
const SCRIPTS: Record<string, number> = {
  "react shell": 89_800,
  "react shell members": 93_000,
  "react shell photos": 97_500,
  "react shell chats": 94_100,
  "react shell chats chat": 110_000,
};

export async function tooLarge(folder: string): Promise<string[]> {
  const manifest = pathToFileURL(join(folder, "server/__vite_rsc_assets_manifest.js")).href;
  const { serverResources: linked } = ((await import(manifest)) as { default: Manifest }).default;
  const sheetsOf = (file: string) => {
    const found = linked[file]?.css ?? [];
    if (found.length === 0) throw new Error(`${file} links no style sheet`);
    return found;
  };
  const sheets = Object.entries(SHEETS).map(([files, limit]) => {
    const paths = files.split(" ").flatMap((file) => sheetsOf(`app/${file}.tsx`));
    return { page: `the sheets of ${files}`, limit, size: sizeOf(paths.map((path) => join(folder, "client", path))) };
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
