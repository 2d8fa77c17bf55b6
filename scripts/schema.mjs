// `npm run schema`: writes db/domains/schema.json from worker/sites/domains/domain-file.ts.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/domain-schema.ts");
