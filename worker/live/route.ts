import type { Edge } from "../edge/edge.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import { SESSION_MAX_AGE } from "../sessions/session-token.ts";
import { servicesOf } from "../wiring/index.ts";
import type { Handshake } from "./inbox.object.ts";
import { callInbox, inboxName } from "./objects.ts";

/**
 * GET /api/live.php: upgrades to the member's socket. A browser sends cookies with a socket of any page, so the
 * page's origin is asked for. @throws AppError for no session, another origin, a plain request, or too many sockets.
 */
export async function openLive(request: Request, env: Env, edge: Edge): Promise<Response> {
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") throw new AppError("malformed");
  if (!edge.session) throw new AppError("authentication_required");
  if (request.headers.get("origin") !== edge.url.origin) throw new AppError("cross_origin");
  const tokenHash = await sha256(edge.session.token);
  const handshake = edge.upstream ? await handshakeFromUpstream(edge, tokenHash) : await handshakeFromStore(env, edge, tokenHash);
  if (!handshake) throw new AppError("authentication_required");
  const headers = { upgrade: "websocket", "x-handshake": encodeURIComponent(JSON.stringify(handshake)) };
  const answer = await callInbox(env, handshake.memberId, (inbox) => inbox.fetch("https://inbox/", { headers }));
  if (answer.status === 403) throw new AppError("authentication_required");
  if (answer.status === 429) throw new AppError("too_many_requests", { retryAfter: 60 });
  return answer;
}

async function handshakeFromStore(env: Env, edge: Edge, tokenHash: string): Promise<Handshake | null> {
  const connectedAt = edge.now();
  const viewer = await servicesOf(env).accountsStore.findViewer(tokenHash, edge.domain.id, connectedAt);
  if (!viewer) return null;
  const { unread, newLikes } = viewer.account;
  return {
    memberId: viewer.id,
    tokenHash,
    expiresAt: viewer.expiresAt,
    connectedAt,
    counters: { unread_messages: unread, new_likes: newLikes },
  };
}

/** Whom the upstream knows by this session. How long it will is not said: as long as a session lasts at most. */
async function handshakeFromUpstream(edge: Edge, tokenHash: string): Promise<Handshake | null> {
  const user = await edge.user();
  if (!user) return null;
  const { unread_messages, new_likes } = user;
  return {
    memberId: inboxName(edge.domain, user.profile.id),
    tokenHash,
    expiresAt: edge.now() + SESSION_MAX_AGE * 1000,
    connectedAt: edge.now(),
    counters: { unread_messages, new_likes },
  };
}
