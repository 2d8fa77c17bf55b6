import type { Snapshot } from "#worker/delivery/live/live.protocol.ts";
import { callInbox } from "#worker/delivery/live/objects.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import type { Edge } from "#worker/server/edge/edge.ts";

function polled(call: (typeof CALLS)[CallName], url: URL): Snapshot | null {
  return call.snapshot && url.search === "" ? call.snapshot : null;
}

const POLLS = new Set(
  Object.values(CALLS)
    .filter((call) => call.snapshot)
    .map((call) => `${call.method} ${call.path}`),
);

export function isPoll(method: string, url: URL): boolean {
  return url.search === "" && POLLS.has(`${method} ${url.pathname}`);
}

/** Null for a call that is not a poll. A snapshot reads no row of D1. */
export async function answerPoll(name: CallName, edge: Edge, env: Env, compute: () => Promise<unknown>): Promise<string | null> {
  const kind = polled(CALLS[name], edge.url);
  const { session } = edge;
  if (!kind || !session || !edge.side.live.keepsPolls) return null;
  const tokenHash = await sha256(session.token);
  // Photo links are signed per day and session. The proof of age depends on country and state.
  const variant = `${edge.domain.id}.${Math.floor(edge.now() / DAY)}.${edge.language}.${edge.country}.${edge.region ?? ""}`;
  const found = await find(edge, () => callInbox(env, session.memberId, (inbox) => inbox.snapshot(tokenHash, kind, variant)));
  if (found && found.body !== null) return found.body;
  const body = JSON.stringify(await compute());
  const expiresAt = await edge.side.live.sessionEnds();
  if (found && expiresAt !== null) {
    const keep = callInbox(env, session.memberId, (inbox) => inbox.keep(tokenHash, expiresAt, kind, variant, found.mark, body));
    edge.defer(keep.catch((error) => log("warn", "live keep failed", { request: edge.requestId, error })));
  }
  return body;
}

/** A failing object costs the poll its snapshot, nothing else. */
async function find<T>(edge: Edge, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    log("warn", "live snapshot failed", { request: edge.requestId, error });
    return null;
  }
}
