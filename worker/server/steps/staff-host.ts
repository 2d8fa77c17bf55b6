import { isSafe } from "#worker/platform/methods.ts";
import { unavailable } from "#worker/server/api/last-resort.ts";
import { answerProgram, isProgramPath } from "#worker/server/api/programs.ts";
import { answerStaff, staffEnv } from "#worker/server/api/staff.ts";
import { protect } from "#worker/server/edge/headers.ts";
import { forgetDomains } from "#worker/server/edge/host.ts";
import { requireHttps } from "#worker/server/edge/https.ts";
import { buildStaffEdge } from "#worker/server/edge/staff-build.ts";
import { type FetchPage, isSecure, type Step } from "./step.ts";

/** The staff host has staff pages, and nothing else. */
export function staffHost(fetchPage: FetchPage): Step {
  return async ({ req: { raw: request }, env }, next) => {
    const ofStaff = staffEnv(new URL(request.url), env);
    if (!ofStaff) return next();
    const insecure = requireHttps(request);
    if (insecure) return protect(insecure, isSecure(request));
    const build = (again: Request) => buildStaffEdge(again, ofStaff);
    try {
      const edge = await build(request);
      if (isProgramPath(edge.url)) return protect(await answerProgram(edge, request, ofStaff), isSecure(request));
      return await answerStaff(edge, request, fetchPage, build);
    } catch (error) {
      return protect(await unavailable(request, error), isSecure(request));
    } finally {
      if (!isSafe(request.method)) forgetDomains();
    }
  };
}
