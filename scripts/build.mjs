import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, ROOT, run, say } from "./bootstrap.mjs";
import { fullDisk, lackOfSpace } from "./disk.mjs";

const SOURCES = [
  "app",
  "worker",
  "db",
  "locales",
  "public",
  "package-lock.json",
  "vite.config.ts",
  "scripts/browser-calls.ts",
  "scripts/browser-chunks.ts",
  "scripts/browser-references.ts",
  "scripts/imports/imports.ts",
  "scripts/route-modules.ts",
  "scripts/server-functions.ts",
  "scripts/style-order.ts",
  "scripts/style-parts.ts",
  "scripts/style-sheets.ts",
  "react-router.config.ts",
  "wrangler.toml",
];
/** No build contains this data (scripts/check-build.ts verifies it), so that changes need no rebuild. */
const NOT_BUILT = join(ROOT, "db/domains");
/** Of the build and of the demo that `npm start` fills after it. */
const NEEDS = { bytes: 150e6, files: 4000 };

/** Skips the build when its sources are unchanged. The target "" is a deployment. */
export async function ensureBuilt({ out = "build", target = "local" } = {}) {
  const stamp = join(ROOT, out, ".sources");
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const lack = lackOfSpace(ROOT, "A build with its demo", NEEDS);
  if (lack) fail(lack);
  say("Building");
  if (
    (await run("react-router", ["build"], {
      quiet: true,
      env: { LIAISON_TARGET: target, LIAISON_OUT: out, CLOUDFLARE_ENV: "" },
    })) !== 0
  )
    fail(fullDisk(ROOT) ?? "The build failed: see above.");
  writeFileSync(stamp, wanted);
}

/** SHA-256 over names and contents of all build inputs. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const path of SOURCES.map((name) => join(ROOT, name)).filter(existsSync)) add(path);
  return hash.digest("hex");

  function add(path) {
    if (path === NOT_BUILT) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (!/\.test\.tsx?$/.test(path)) hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  }
}
