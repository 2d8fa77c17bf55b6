import type { Edge } from "../edge/edge.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import { callInbox } from "./objects.ts";

/**
 * GET /api/live.php: upgrades to the member's socket. A browser sends cookies with a socket of any page, so the
 * page's origin is asked for. @throws AppError for no session, another origin, a plain request, or too many sockets.
 */
export async function openLive(request: Request, env: Env, edge: Edge): Promise<Response> {
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") throw new AppError("malformed");
  if (!edge.session) throw new AppError("authentication_required");
  if (request.headers.get("origin") !== edge.url.origin) throw new AppError("cross_origin");
  const tokenHash = await sha256(edge.session.token);
  const handshake = await edge.side.live.handshake(tokenHash);
  if (!handshake) throw new AppError("authentication_required");
  const headers = { upgrade: "websocket", "x-handshake": encodeURIComponent(JSON.stringify(handshake)) };
  const answer = await callInbox(env, handshake.memberId, (inbox) => inbox.fetch("https://inbox/", { headers }));
  if (answer.status === 403) throw new AppError("authentication_required");
  if (answer.status === 429) throw new AppError("too_many_requests", { retryAfter: 60 });
  return answer;
}
