// `npm run domains`: checks the domain files and writes build/domains.sql for a deployed database.
import { mkdirSync } from "node:fs";
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
mkdirSync("build", { recursive: true });
process.exitCode = await run24("scripts/domain-sql.ts");
