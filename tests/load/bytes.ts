import { gzipSync } from "node:zlib";
import { printTable } from "./table.ts";

export interface Screen {
  name: string;
  path: string;
  cookie?: string;
}

/** What a screen's first visit downloads, in bytes after gzip: its HTML, the scripts it loads, its style sheets. */
export async function measureBytes(url: string, screens: Screen[]): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const { name, path, cookie } of screens) {
    const answer = await fetch(url + path, { redirect: "manual", headers: cookie ? { cookie } : {} });
    const html = await answer.text();
    const scripts = await closure(url, scriptsOf(html));
    const inline = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map((match) => match[1] ?? "").join("");
    const sheets = await Promise.all(
      [...html.matchAll(/<link [^>]*rel="stylesheet"[^>]* href="([^"]+)"/g)].map((match) => text(url, match[1] as string)),
    );
    rows.push([
      `${name} (${answer.status})`,
      zipped(html),
      sum([...scripts.values()].map(zipped)),
      scripts.size,
      inline.length,
      sum(sheets.map(zipped)),
    ]);
  }
  printTable("Bytes of a first visit, gzip", ["screen", "HTML", "JavaScript", "files", "inline (raw)", "CSS"], rows);
}

/** Modules that the document names: as scripts, as hints, in the script that starts the browser's side. */
function scriptsOf(html: string): string[] {
  const found = [/<script[^>]+src="([^"]+)"/g, /<link rel="modulepreload"[^>]* href="([^"]+)"/g, /import\("(\/[^"]+)"\)/g];
  return found.flatMap((pattern) => [...html.matchAll(pattern)].map((match) => match[1] as string));
}

/** These modules and all that they import at once, by path. */
async function closure(url: string, paths: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (found.has(path)) continue;
    const code = await text(url, path);
    found.set(path, code);
    for (const match of code.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
      waiting.push(new URL(match[1] as string, url + path).pathname);
  }
  return found;
}

async function text(url: string, path: string): Promise<string> {
  const answer = await fetch(url + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.text();
}

function zipped(code: string): number {
  return gzipSync(code).byteLength;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
