import * as loader from "node:module";

// Node reads the type of each module from its package.json, parsing all its exports anew. Drizzle's has 180 kB and a hundred modules.
const FOLDER = "/node_modules/drizzle-orm/";
const known = new Map();

// Node 22.14 and older have no such hooks.
loader.registerHooks?.({
  resolve(specifier, context, next) {
    if (!context.conditions.includes("import")) return next(specifier, context);
    if (context.parentURL?.includes(FOLDER) && /^\.\.?\/.*\.js$/.test(specifier))
      return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return next(specifier, context);
    const found = known.get(specifier) ?? next(specifier, context);
    known.set(specifier, found);
    return { ...found, shortCircuit: true };
  },
});
