import { edge } from "#worker/server/edge/edge.ts";

/** Path of the page, without the suffix of a data request. */
export function pathOf(): string {
  const path = edge()
    .url.pathname.replace(/\/_\.rsc$/, "/")
    .replace(/\.rsc$/, "");
  return path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
}

/** Redirect target of a form that changes one part of this page. Scripts keep the place; a new document begins at the part. */
export function herePath(part: string): string {
  return currentPath() + (edge().hasScript ? "" : `#${part}`);
}

/** Path and query of the page, without the suffix of a data request. */
export function currentPath(): string {
  const { pathname, search } = edge().url;
  return pathname.replace(/\/_\.rsc$/, "/").replace(/\.rsc$/, "") + search;
}
