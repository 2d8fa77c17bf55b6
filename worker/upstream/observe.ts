import type { CallName, CallOutput } from "../calls.ts";
import type { Edge } from "../edge/edge.ts";
import { sha256 } from "../lib/crypto.ts";
import { log } from "../lib/log.ts";
import { inboxName, type LiveObjects } from "../live/objects.ts";
import { OBSERVERS, type Scene } from "./observers.ts";
import { sessionFacts } from "./session-facts.ts";

/** Whether anybody looks at this call. */
export function isObserved(name: CallName): boolean {
  return name in OBSERVERS;
}

/** Calls whose proof is a mail's link: who makes them may have no session. */
const BY_LINK = new Set<CallName>(["resetPassword", "undoMailChange"]);

/** Before a call: who logs out is found out while the upstream still knows, or their sockets could not be told. Never fails. */
export async function rememberCaller(edge: Edge, name: CallName): Promise<void> {
  if (!(name === "logout" || name === "endSessions" || name === "deleteAccount") || !edge.session) return;
  const known = sessionFacts(edge.domain.id, edge.session.token);
  if (known.me) return;
  const me = await edge.memberId().catch(() => null);
  if (me) known.isMe(me);
}

/** Shows a successful answer to its observer, after the answer has left. Neither can it change nor fail anything. */
export function observe(edge: Edge, live: LiveObjects, name: CallName, input: unknown, answer: unknown): void {
  const observer = OBSERVERS[name] as ((scene: Scene, input: unknown, answer: unknown) => unknown) | undefined;
  const { session } = edge;
  if (!observer || !(session || BY_LINK.has(name))) return;
  const work = async () => observer(sceneOf(edge, live, session?.token ?? ""), input, answer);
  edge.defer(work().catch((error) => log("warn", "observer failed", { request: edge.requestId, call: name, error })));
}

function sceneOf(edge: Edge, live: LiveObjects, session: string): Scene {
  const known = sessionFacts(edge.domain.id, session);
  const inbox = (memberId: string) => inboxName(edge.domain, memberId);
  return {
    known,
    me: async () => known.me ?? edge.memberId(),
    async partnerOf(conversation) {
      const partner = known.partnerOf(conversation);
      if (partner) return partner;
      // Asked for nothing but the header: no message comes after the last one.
      const answer: CallOutput<"chat"> = await edge.backend.chat({ conversation, after: Number.MAX_SAFE_INTEGER });
      return answer.profile.id;
    },
    async tell(memberId, ...events) {
      for (const event of events) await live.relay(inbox(memberId), event);
    },
    setPartner: (memberId, conversation, partner) => live.setPartner(inbox(memberId), conversation, inbox(partner)),
    disconnect: (memberId) => live.disconnect(inbox(memberId)),
    endSockets: async (memberId) => live.revoke(inbox(memberId), [await sha256(session)]),
  };
}
