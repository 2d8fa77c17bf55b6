import { nounsOf } from "../backend.ts";
import type { Edge } from "../edge/edge.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import type { Hail } from "./inbox.object.ts";
import { callInbox } from "./objects.ts";

/**
 * GET /api/live.php: upgrades to the member's socket. A browser sends cookies with a socket of any page, so the
 * page's origin is asked for. @throws AppError for no session, another origin, a plain request, or too many sockets.
 */
export async function openLive(request: Request, env: Env, edge: Edge): Promise<Response> {
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") throw new AppError("malformed");
  const { session } = edge;
  if (!session) throw new AppError("authentication_required");
  if (request.headers.get("origin") !== edge.url.origin) throw new AppError("cross_origin");
  const connectedAt = edge.now();
  const viewer = await nounsOf(env).accountsStore.findViewer(await sha256(session.token), edge.domain.id, connectedAt);
  if (!viewer) throw new AppError("authentication_required");
  const hail: Hail = {
    memberId: viewer.id,
    tokenHash: viewer.tokenHash,
    expiresAt: viewer.expiresAt,
    connectedAt,
    counters: { unread_messages: viewer.account.unread, new_likes: viewer.account.newLikes },
  };
  const headers = { upgrade: "websocket", "x-hail": encodeURIComponent(JSON.stringify(hail)) };
  const answer = await callInbox(env, viewer.id, (inbox) => inbox.fetch("https://inbox/", { headers }));
  if (answer.status === 403) throw new AppError("authentication_required");
  if (answer.status === 429) throw new AppError("too_many_requests", { retryAfter: 60 });
  return answer;
}
