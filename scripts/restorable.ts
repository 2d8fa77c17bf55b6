import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { tablesFirst } from "./dump-order.ts";
import { fail, orFail } from "./terminal.ts";

const [file, ...others] = process.argv.slice(2);
if (!file || others.length > 0) fail("Use: npm run restorable -- liaison.sql");
const ordered = orFail(() => tablesFirst(readFileSync(file, "utf8")));
// An interrupted write leaves the backup as it was.
const beside = `${file}.part`;
writeFileSync(beside, ordered, { mode: 0o600 });
renameSync(beside, file);
console.log(`✓ ${file} can be restored by wrangler d1 execute`);
