import { totalmem } from "node:os";

/** In MiB: a first run takes 1,700 without collection. */
const MEMORY = Math.min(3072, Math.floor(totalmem() / 2 ** 20 / 4));
/** The incremental cache saves half a minute. */
const CACHE = "node_modules/.cache/types.tsbuildinfo";

/** Commands by name of the check; all must succeed. */
export const CHECKS = {
  types: [
    // Each of four checkers, the default, works out shared types again. Garbage is collected only where memory is short.
    [
      "env",
      "GOGC=off",
      `GOMEMLIMIT=${MEMORY}MiB`,
      "tsc",
      "--noEmit",
      "--checkers",
      "1",
      "--incremental",
      "--tsBuildInfoFile",
      CACHE,
    ],
  ],
  bindings: [["wrangler", "types", "worker/bindings.d.ts", "--include-runtime=false", "--check"]],
  // Lint, layout and import order, for which each file is parsed once. `npm run format` fixes the latter two.
  code: [["biome", "check", "--error-on-warnings"]],
  imports: [
    ["node", "scripts/check-imports.ts"],
    ["node", "--test", "scripts/imports/imports.test.ts", "scripts/imports/browser-apis.test.ts"],
  ],
  styles: [
    ["node", "scripts/check-styles.ts"],
    ["node", "--test", "scripts/styles/classes.test.ts"],
  ],
  unused: [["knip", "--no-progress", "--no-config-hints"]],
  lock: [["node", "scripts/check-lock.ts"]],
  comments: [
    ["node", "scripts/check-comments.ts"],
    ["node", "--test", "scripts/comments/comments.test.ts"],
  ],
  documents: [["node", "scripts/check-docs.ts"]],
  domains: [["node", "scripts/domain-schema.ts", "--check"]],
  migrations: [["node", "scripts/check-migrations.ts"]],
  locales: [["node", "scripts/check-locales.ts"]],
};
