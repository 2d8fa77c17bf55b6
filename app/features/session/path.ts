import { edge } from "#worker/edge/edge.ts";

/** Path and query of the page that is being shown, without what a data request adds to it. */
export function currentPath(): string {
  const { pathname, search } = edge().url;
  return pathname.replace(/\/_\.rsc$/, "/").replace(/\.rsc$/, "") + search;
}
