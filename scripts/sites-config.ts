// After a build with `--sites`: adds routes and variables of that folder. An upgrade then touches no file of the operator.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOMAINS, readDomainFiles } from "./data.ts";
import { readConfig } from "./deploy/config.ts";
import { readDeployFile, withSites } from "./deploy/sites.ts";
import { deployable } from "./domain/options.ts";
import { orFail } from "./terminal.ts";

const [environment = "production"] = process.argv.slice(2);
const path = join(import.meta.dirname, "../build-deploy/server/wrangler.json");
const settings = orFail(() => readDeployFile(DOMAINS, environment));
const files = orFail(() => deployable(readDomainFiles()));
writeFileSync(path, JSON.stringify(withSites(readConfig(path), { files, settings, environment })));
