// The contract as an OpenAPI document, as a page, and in the eyes of two linters.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApi } from "#worker/server/api/openapi.ts";
import { type ApiDocument, apiReference } from "#worker/server/dev/api-page.ts";
import { fail } from "./terminal.ts";

const USE = `Use: npm run api -- <command>

  json FILE   writes the document of /api/openapi.json for a made-up server
  page FILE   writes the reference of /dev/api as one HTML file without scripts
  lint        asks Redocly and Spectral, which npm fetches for this; ends with 1 if either has anything to say`;

/** Fetched on demand: together they are 220 packages, which no other command needs. */
const LINTERS = ["@redocly/cli@2.77.0", "@stoplight/spectral-cli@6.16.3"];
/** OpenAPI has no better place for a socket than an answer of 101. */
const SPECTRAL = {
  extends: ["spectral:oas"],
  overrides: [{ files: ["*.json#/paths/~1api~1live.php/get"], rules: { "operation-success-response": "off" } }],
};

const STYLE = "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem;color-scheme:light dark}";

const document = openApi(
  "https://liaison.example",
  { name: "Liaison", support_email: "support@liaison.example" },
  "__Host-session",
);
const [command = "", file = ""] = process.argv.slice(2);
if (command === "json" && file) writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
else if (command === "page" && file) writeFileSync(file, await page());
else if (command === "lint") lint();
else fail(USE);

async function page(): Promise<string> {
  const reference = document as unknown as ApiDocument;
  const { title } = reference.info;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>${await apiReference(reference)}</body></html>\n`;
}

function lint(): void {
  const folder = mkdtempSync(join(tmpdir(), "liaison-api-"));
  try {
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document, null, 2));
    writeFileSync(join(folder, ".spectral.json"), JSON.stringify(SPECTRAL));
    const packages = LINTERS.flatMap((name) => ["--package", name]);
    const ask = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync("npx", ["--yes", ...packages, "--", ...words], {
        cwd: folder,
        encoding: "utf8",
      });
      console.log(stdout + stderr);
      return status === 0 && !/You have \d+ warning/.test(stdout + stderr);
    };
    const good = [
      ask("redocly", "lint", "openapi.json"),
      ask("spectral", "lint", "openapi.json", "--ruleset", ".spectral.json", "--fail-severity", "hint"),
    ];
    if (good.includes(false)) fail("The document has faults.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
