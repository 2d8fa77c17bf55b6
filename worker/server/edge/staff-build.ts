import { translator } from "#locales/index.ts";
import { setupLink } from "#worker/backoffice/staff/people.ts";
import { STAFF_SESSION } from "#worker/backoffice/staff/sessions.ts";
import type { Effects } from "#worker/platform/answer.ts";
import { AUTHOR } from "#worker/platform/author.ts";
import { readerOf } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId, newNonce } from "#worker/platform/ids.ts";
import { readersZone } from "#worker/platform/zones.ts";
import { createStaffBackend, requireAccess } from "#worker/server/staff/backend.ts";
import { STAFF_CALLS } from "#worker/server/staff/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { originAt } from "#worker/sites/domains/origin.ts";
import type { StaffEdge } from "./edge.ts";
import { hostOf } from "./host.ts";
import { networkOf } from "./network.ts";
import { readCookie } from "./session.ts";
import { deviceCookie, handedCookie, readDevice, readHanded, readStaffCookie, staffCookie } from "./staff-cookie.ts";

export async function buildStaffEdge(request: Request, env: Env): Promise<StaffEdge> {
  const url = new URL(request.url);
  const secure = url.protocol === "https:";
  const at = Date.now();
  const { staff } = servicesOf(env);
  const token = readStaffCookie(request);
  const viewer = token === null ? null : await staff.viewer(token, at);
  const answer = new Headers();
  const ctx = {
    requestId: newId(),
    now: at,
    network: networkOf(request),
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 300),
    origin: originAt(hostOf(url), env.LOCAL_PORT),
    viewer,
    device: readDevice(request),
  };
  const apply = ({ session }: Effects) => {
    if (!session) return;
    const started = "started" in session ? session.started : null;
    answer.append("set-cookie", staffCookie(started, { secure, maxAge: STAFF_SESSION / 1000 }));
    if ("started" in session && session.device) answer.append("set-cookie", deviceCookie(session.device, secure));
  };
  return {
    staff: true,
    requestId: ctx.requestId,
    url,
    method: request.method,
    secure,
    nonce: newNonce(),
    language: "en",
    // No country stands in for a zone: staff of one site work anywhere.
    reader: readerOf("en", "GB", readersZone(readCookie(request, "zone"))),
    t: await translator("en"),
    now: () => at,
    answer,
    form: null,
    status: null,
    session: null,
    savesData: true,
    viewer,
    backend: createStaffBackend(env, ctx, apply),
    takeHanded() {
      const handed = readHanded(request);
      if (handed) answer.append("set-cookie", handedCookie(null, secure));
      return handed && { ...handed, link: setupLink(ctx.origin, handed.token) };
    },
    admit(name) {
      requireAccess(STAFF_CALLS[name], ctx);
      const author = request.headers.get(AUTHOR) ?? url.searchParams.get("author");
      const isOther = author !== null && viewer !== null && author !== viewer.id;
      if (isOther && STAFF_CALLS[name].access !== "anyone") throw new AppError("other_member", { params: { name: viewer.name } });
    },
  };
}
