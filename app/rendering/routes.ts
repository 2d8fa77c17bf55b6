import { type ComponentType, createElement, Fragment } from "react";
import { createStaticHandler, type unstable_RSCRouteConfigEntry as RouteEntry, type RouteObject } from "react-router";
import { AppError } from "#worker/platform/errors.ts";
import type { Match, Matched } from "./document.ts";
import { initOf, redirectOf, shownError } from "./errors.ts";

type Route = Pick<RouteEntry, "id" | "path"> & { lazy?: () => Promise<Exports> };
type Params = Record<string, string | undefined>;
type Component = ComponentType<{ loaderData: unknown; params: Params }>;

interface Exports {
  Component?: Component;
  Layout?: ComponentType<object>;
  ErrorBoundary?: Component;
  loader?(args: { params: Params }): unknown;
  handle?: unknown;
}
const SUPPORTED = ["Component", "Layout", "ErrorBoundary", "loader", "handle"];
/** Headers of thrown responses: of redirects, their flags for the browser, and what a Response with a text adds. */
const OBEYED = ["location", "x-remix-reload-document", "x-remix-replace", "content-type"];

type Loaded = PromiseSettledResult<unknown>;

interface Level {
  route: Route;
  params: Params;
  exports: Exports;
}

/** The build's routes, for reads and forms: a file fails to load if it exports what pages do not support. */
export function checkedRoutes(entries: RouteEntry[]): RouteEntry[] {
  return entries.map((entry) => {
    const { id, lazy } = entry;
    const checked: RouteEntry = { ...entry, ...(lazy && { lazy: async () => checkedExports(id, await lazy()) }) };
    return "children" in checked && checked.children ? { ...checked, children: checkedRoutes(checked.children) } : checked;
  });
}

function checkedExports<T extends object>(id: string, exports: T): T {
  const [other] = Object.entries(exports).filter(([name, value]) => value !== undefined && !SUPPORTED.includes(name));
  if (other) throw new Error(`${id} has an export that pages do not support: ${other[0]}`);
  return exports;
}

/** Loads a page that is read; docs/rendering.md says why React Router's own handler does not. */
export function createRoutes(
  entries: RouteEntry[],
  beforeLoaders: (levels: Level[]) => Promise<void>,
): (path: string) => Promise<Matched> {
  // `match` is private in React Router 8.4.0; its public `matchRoutes` builds the table in each call.
  const { match, dataRoutes } = createStaticHandler(entries as RouteObject[]);
  const root = dataRoutes[0] as Route;
  const known = new Map<Route, Exports>();

  async function levelsOf(matches: { route: Route; params: Params }[]): Promise<Level[]> {
    const levels: Level[] = [];
    for (const { route, params } of matches) {
      const exports = known.get(route) ?? (await route.lazy?.()) ?? {};
      known.set(route, exports);
      levels.push({ route, params, exports });
    }
    return levels;
  }

  return async (path) => {
    const found = match(path) as { route: Route; params: Params }[] | null;
    const levels = await levelsOf(found ?? [{ route: root, params: {} }]);
    await beforeLoaders(levels);
    if (!found) return failed(levels, new AppError("not_found"));
    const loaded = await Promise.allSettled(levels.map(async ({ params, exports }) => exports.loader?.({ params })));
    for (const [at, { route }] of levels.entries()) requireObeyed(route, loaded[at] as Loaded);
    const failures = loaded.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    if (failures.length > 0) return failed(levels, failures.find(redirectOf) ?? failures[0]);
    const data = loaded.map((one) => (one.status === "fulfilled" ? one.value : null));
    return matched(200, { type: "render", errors: null, matches: levels.map((level, at) => shown(level, data[at] ?? null)) });
  };
}

/** @throws Error for what only React Router's own handler obeys */
function requireObeyed({ id }: Route, loaded: Loaded): void {
  const returned = loaded.status === "fulfilled";
  const init = initOf(returned ? loaded.value : loaded.reason);
  if (!init) return;
  if (returned) throw new Error(`${id} has a loader that returns what pages support only if it is thrown`);
  const other = [...new Headers(init.headers).keys()].find((name) => !OBEYED.includes(name));
  if (other) throw new Error(`${id} has a loader that throws a header that pages do not support: ${other}`);
}

function failed(levels: Level[], failure: unknown): Matched {
  const redirect = redirectOf(failure);
  if (!redirect) {
    const matches = levels.map((level) => shown(level, null));
    return matched(shownError(failure)?.status ?? 500, { type: "render", errors: { root: failure }, matches });
  }
  const { status, headers } = redirect;
  const location = headers.get("location") as string;
  const reload = headers.get("x-remix-reload-document") === "true";
  return matched(202, { type: "redirect", status, location, reload, replace: headers.get("x-remix-replace") === "true" });
}

function matched(statusCode: number, payload: Matched["payload"]): Matched {
  return { statusCode, headers: new Headers(), payload };
}

/** Elements as React Router's, so that the page after a form keeps the parts of the one before. */
function shown({ route: { id, path }, params, exports }: Level, loaderData: unknown): Match {
  const { Component, ErrorBoundary, Layout = Fragment, handle } = exports;
  const elementOf = (made: Component) => createElement(Layout, null, createElement(made, { loaderData, params }));
  return {
    id,
    path,
    handle,
    element: Component && elementOf(Component),
    errorElement: ErrorBoundary && elementOf(ErrorBoundary),
  };
}
