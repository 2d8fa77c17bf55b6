import { callInbox } from "#worker/delivery/live/objects.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Edge } from "#worker/server/edge/edge.ts";

/** @throws malformed, authentication_required, cross_origin, too_many_requests */
export async function openLive(request: Request, env: Env, edge: Edge): Promise<Response> {
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") throw new AppError("malformed");
  if (!edge.session) throw new AppError("authentication_required");
  // Browsers send cookies with a socket of any page.
  if (request.headers.get("origin") !== edge.url.origin) throw new AppError("cross_origin");
  const tokenHash = await sha256(edge.session.token);
  const handshake = await edge.side.live.handshake(tokenHash);
  if (!handshake) throw new AppError("authentication_required");
  const answer = await callInbox(env, handshake.memberId, (inbox, memberId) => {
    const shown = encodeURIComponent(JSON.stringify({ ...handshake, memberId }));
    return inbox.fetch("https://inbox/", { headers: { upgrade: "websocket", "x-handshake": shown } });
  });
  if (answer.status === 403) throw new AppError("authentication_required");
  if (answer.status === 429) throw new AppError("too_many_requests", { retryAfter: 60 });
  return answer;
}
