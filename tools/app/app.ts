// `npm run app -- <domain>`: files for an Android and an iOS app of a site. See docs/operating/app.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { translator } from "#locales/index.ts";
import packageFile from "#package.json" with { type: "json" };
import { readDomainFiles } from "#scripts/data.ts";
import { fail, orFail } from "#scripts/terminal.ts";
import { domainLanguage } from "#worker/sites/domains/defaults.vocabulary.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { appFiles } from "./files.ts";
import { storePictures } from "./pictures.ts";

const USE = `Use: npm run app -- <domain> [--out FOLDER] [--screens http://localhost:8787]

  --out      folder for the files; apps/<domain> otherwise
  --screens  makes screenshots at a running \`npm start\`, as the demo's member: look at each before you publish it`;

const { wanted, out, screens } = readArguments();
const file: DomainFile =
  orFail(readDomainFiles).find(({ id, hosts }) => id === wanted || hosts.includes(wanted)) ??
  fail(`There is no domain "${wanted}".`);
const folder = out ?? join("apps", file.id);
const { files, problems, notes } = appFiles(file, packageFile.version, await translator(domainLanguage(file.settings)));
if (problems.length > 0) fail(problems.map((problem) => `${file.id}: ${problem}`).join("\n  "));
for (const [path, content] of Object.entries({ ...files, ...storePictures(file) })) write(join(folder, path), content);
if (screens) {
  const { makeScreens } = await import("./screens.ts");
  for (const [path, picture] of Object.entries(await makeScreens(file, new URL(screens)))) write(join(folder, path), picture);
}
console.log(`✓ ${folder}: ${Object.keys(files).length} files. Go on with ${join(folder, "README.md")}.`);
for (const note of notes) console.log(`! ${note}`);

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { out: { type: "string" }, screens: { type: "string" } },
    });
    const [id] = positionals;
    if (!id || positionals.length > 1) return fail(USE);
    if (values.screens !== undefined && !URL.canParse(values.screens)) return fail(`--screens takes an address.\n\n${USE}`);
    return { wanted: id, ...values };
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USE}`);
  }
}
