import { edge } from "#worker/edge/edge.ts";

/** The path of the page that is being shown, without what a data request adds to it. */
export function pathOf(): string {
  const path = edge()
    .url.pathname.replace(/\/_\.rsc$/, "/")
    .replace(/\.rsc$/, "");
  return path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
}

/** Path and query of the page that is being shown. */
export function currentPath(): string {
  const { pathname, search } = edge().url;
  return pathname.replace(/\/_\.rsc$/, "/").replace(/\.rsc$/, "") + search;
}
