import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fail, ROOT } from "./bootstrap.mjs";

/** `--sites folder`, of any command: the niches of that folder, relative to this repository. Returns the other arguments. */
export function withoutSites(all) {
  const at = all.indexOf("--sites");
  if (at === -1) return all;
  const folder = all[at + 1];
  if (!folder || !existsSync(resolve(ROOT, folder))) fail(`--sites takes a folder of domain files; there is no ${folder ?? ""}.`);
  process.env.LIAISON_SITES = resolve(ROOT, folder);
  return [...all.slice(0, at), ...all.slice(at + 2)];
}
