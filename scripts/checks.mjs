/** What `npm run check` and `npm test` look at without running the product: by name, the commands that must all succeed. */
export const CHECKS = {
  types: [
    ["react-router", "typegen"],
    ["tsc", "--noEmit"],
  ],
  lint: [["biome", "lint", "--error-on-warnings"]],
  format: [["biome", "format"]],
  imports: [["node", "scripts/check-imports.ts"]],
  domains: [["node", "scripts/domain-schema.ts", "--check"]],
  locales: [["node", "scripts/check-locales.ts"]],
};
