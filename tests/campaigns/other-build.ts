import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const BUILD = join(import.meta.dirname, "../../build");
const ASSETS = join(BUILD, "client/assets");
const TEXT = /\.(?:js|css|json|html)$/;

/** The name that a file of the build's /assets has in another build. */
const nameIn = (other: string, name: string) => name.replace(/\.(?=\w+$)/, `${other}.`);

/** Copies the build as a deploy of changed code leaves it: another id, and no file of /assets keeps its name. */
export function otherBuild(folder: string, other: string): string {
  const assets = new Set(readdirSync(ASSETS));
  const [, id = ""] = /type: "page",\s+build: "(\w+)"/.exec(readFileSync(join(BUILD, "server/index.js"), "utf8")) ?? [];
  if (id === "") throw new Error("the build holds no id of pages");
  for (const entry of readdirSync(BUILD, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(".map")) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(
      folder,
      entry.parentPath.slice(BUILD.length),
      entry.parentPath === ASSETS ? nameIn(other, entry.name) : entry.name,
    );
    const bytes = readFileSync(from);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, TEXT.test(entry.name) ? renamed(bytes.toString()) : bytes);
  }
  return folder;

  function renamed(text: string): string {
    return text
      .replace(/[\w-]+\.(?:js|css|woff2)\b/g, (name) => (assets.has(name) ? nameIn(other, name) : name))
      .replaceAll(`"${id}"`, `"${id}${other}"`)
      .replaceAll(`build=${id}`, `build=${id}${other}`);
  }
}

/** A file that a page of the build loads only when it needs it, as the page of a build names it. */
export function partOf(name: string, other = ""): string {
  const found = readdirSync(ASSETS).find((one) => one.startsWith(`${name}-`) && one.endsWith(".js"));
  if (!found) throw new Error(`the build has no file ${name}`);
  return `/assets/${nameIn(other, found)}`;
}
