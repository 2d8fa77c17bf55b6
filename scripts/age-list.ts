// Reads a trusted list of issuers of proofs of age, checks its signature, and stores it. See docs/operating/age.md.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { TrustedList } from "#worker/accounts/age/eu/trust.ts";
import { AGE_LIST_KEY, type KeptList } from "#worker/accounts/age/list.store.ts";
import { mustNotBeOlder, textAt } from "#worker/accounts/age/list.ts";
import { ListError } from "#worker/accounts/age/list-error.ts";
import { readTrustedList } from "#worker/accounts/age/trusted-list.ts";
import { fail, refusing } from "./terminal.ts";

const USE = `Use: npm run age-list -- FILE|ADDRESS [--signer FINGERPRINT]… [--keep [--older]]

  shows who signed the list and, if a --signer did, which providers may issue proofs of age
  --signer  SHA-256 of a certificate that may sign it, as in AGE_LIST_SIGNERS; it is printed when none fits
  --keep    stores the list for the deployed Worker, through wrangler, unless a newer one is stored
  --older   goes back: stores it although a newer one is stored`;

const { source, signers, keep, older } = options();

await refusing(
  async () => {
    const xml = existsSync(source) ? readFileSync(source, "utf8") : await textAt(source, fetch);
    const { signer, ...list } = await readTrustedList(xml, { source, signers, now: Date.now() });
    console.log(`✓ List ${list.sequence} of ${list.issued}, next one by ${list.nextUpdate}, signed by ${signer.subject}`);
    for (const { country, name, subject } of list.anchors) console.log(`  ${country} ${name}: ${subject}`);
    if (keep && !older) mustNotBeOlder(list, stored());
    if (keep) store(JSON.stringify({ list }));
  },
  (error) => (error instanceof ListError ? `${error.code}: ${error.message}` : null),
);

/** Null if nothing is stored, or what is stored cannot be read. */
function stored(): TrustedList | null {
  const args = ["kv", "key", "get", AGE_LIST_KEY, "--binding", "VISITORS", "--remote", "--text"];
  const { status, stdout, stderr } = spawnSync("wrangler", args, { encoding: "utf8" });
  if (status !== 0 && !/not found|404/i.test(stdout + stderr)) fail(stderr || "wrangler failed, and did not say why.");
  try {
    return (JSON.parse(stdout) as KeptList).list;
  } catch {
    return null;
  }
}

function store(kept: string): void {
  const folder = mkdtempSync(join(tmpdir(), "age-list-"));
  const file = join(folder, "list.json");
  writeFileSync(file, kept);
  const args = ["kv", "key", "put", AGE_LIST_KEY, "--path", file, "--binding", "VISITORS", "--remote"];
  const { status, stderr } = spawnSync("wrangler", args, { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if (status !== 0) fail(stderr || "wrangler failed, and did not say why.");
  console.log("✓ Stored. The Worker uses it within a minute.");
}

function options() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        signer: { type: "string", multiple: true, default: [] },
        keep: { type: "boolean", default: false },
        older: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const [source, ...more] = positionals;
    if (source && more.length === 0) return { source, signers: values.signer, keep: values.keep, older: values.older };
  } catch {
    // unknown option
  }
  return fail(USE);
}
