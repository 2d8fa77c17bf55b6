import { AppError } from "#worker/platform/errors.ts";
import { isStaffPath } from "#worker/server/api/staff.ts";
import { finish } from "#worker/server/edge/headers.ts";
import { refusalPage } from "./refusal-page.ts";
import type { FetchPage, Step } from "./step.ts";

/** Paths of the staff host are unknown at every other host. */
export function noStaffPages(fetchPage: FetchPage): Step {
  return async ({ req: { raw: request }, var: { edge } }, next) => {
    if (!isStaffPath(edge.url)) return next();
    if (request.method !== "GET" && request.method !== "HEAD") return finish(refusalPage(new AppError("not_found"), edge), edge);
    // An address that no route has: the page of an unknown address, without a trace of the staff pages.
    const { method, headers } = request;
    return finish(await fetchPage(new Request(new URL("/-/-", request.url), { method, headers })), edge);
  };
}
