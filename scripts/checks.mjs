/** What `npm run check` and `npm test` look at without running the product: by name, the commands that must all succeed. */
export const CHECKS = {
  types: [
    ["react-router", "typegen"],
    // What a run found, the next one need not look for again: seconds instead of half a minute.
    ["tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"],
  ],
  bindings: [["wrangler", "types", "worker/bindings.d.ts", "--include-runtime=false", "--check"]],
  lint: [["biome", "lint", "--error-on-warnings"]],
  // Layout and the order of imports; `npm run format` mends both.
  format: [["biome", "check", "--linter-enabled=false"]],
  imports: [
    ["node", "scripts/check-imports.ts"],
    ["node", "--test", "scripts/imports/imports.test.ts"],
  ],
  unused: [["knip", "--no-progress", "--no-config-hints"]],
  lock: [["node", "scripts/check-lock.ts"]],
  domains: [["node", "scripts/domain-schema.ts", "--check"]],
  locales: [["node", "scripts/check-locales.ts"]],
};
