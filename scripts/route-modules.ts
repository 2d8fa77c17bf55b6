import type { Plugin } from "vite";

const NAME = "react-router-rsc-virtual-route-modules";
/** Parts of a route that React Router makes from its file and the mode, whichever environment asks. */
const PART = /\?(?:.*&)?(?:client|server)-route-module=/;

/** Rollup's context; Vite adds the environment. */
interface Asked {
  environment: { mode: string };
}
type Transform = (this: Asked, code: string, id: string) => Promise<unknown>;

/**
 * React Router 8.4.0 takes each route apart anew in each of five passes, and compares every module with all routes. That was a fifth of a
 * build. Here the same code is taken apart once. Modules outside `folders` are no routes.
 */
export function routeModulesOnce(plugins: Plugin[], folders: RegExp): Plugin[] {
  if (!plugins.some(({ name }) => name === NAME)) throw new Error("React Router has changed: see who makes the parts of routes");
  return plugins.map((plugin) =>
    plugin.name === NAME ? { ...plugin, transform: once(plugin.transform as Transform, folders) } : plugin,
  );
}

function once(transform: Transform, folders: RegExp): Plugin["transform"] {
  const made = new Map<string, { code: string; result: ReturnType<Transform> }>();
  return function (code, id) {
    if (!folders.test(id)) return;
    const make = () => transform.call(this, code, id);
    if (!PART.test(id)) return make() as never;
    const key = `${this.environment.mode} ${id}`;
    const known = made.get(key);
    if (known?.code === code) return known.result as never;
    const result = make();
    made.set(key, { code, result });
    return result as never;
  };
}
