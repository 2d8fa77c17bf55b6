import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import type { SessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { log } from "#worker/platform/log.ts";
import type { CallInput, CallName, CallOutput } from "#worker/server/calls.ts";
import type { CallObserver } from "./client.ts";
import { OBSERVERS, type Scene } from "./observers.ts";
import { sessionFacts } from "./session-facts.ts";

/** Proved by a link in a mail; the caller may have no session. */
const BY_LINK = new Set<CallName>(["resetPassword", "undoMailChange"]);
/** The upstream forgets the session's member after these calls. */
const ENDING = new Set<CallName>(["logout", "endSessions", "deleteAccount"]);

interface Deps {
  domainId: string;
  requestId: string;
  session: SessionToken | null;
  live: Pick<LiveObjects, "relay" | "setPartner" | "disconnect" | "revoke">;
  inboxOf(memberId: string): string;
  memberId(): Promise<string | null>;
  chat(input: CallInput<"chat">): Promise<CallOutput<"chat">>;
  defer(work: Promise<unknown>): void;
}

/** Observers can neither change nor fail a call. */
export function createCallObserver(deps: Deps): CallObserver {
  const { domainId, requestId, session } = deps;
  return {
    async before(name) {
      if (!ENDING.has(name) || !session) return;
      const known = sessionFacts(domainId, session.token);
      if (known.me) return;
      const me = await deps.memberId().catch(() => null);
      if (me) known.isMe(me);
    },

    after(name, input, answer) {
      const observer = OBSERVERS[name] as ((scene: Scene, input: unknown, answer: unknown) => unknown) | undefined;
      if (!observer || !(session || BY_LINK.has(name))) return;
      const work = async () => observer(sceneOf(deps), input, answer);
      deps.defer(work().catch((error) => log("warn", "observer failed", { request: requestId, call: name, error })));
    },
  };
}

function sceneOf({ domainId, session, live, inboxOf, memberId, chat }: Deps): Scene {
  const token = session?.token ?? "";
  const known = sessionFacts(domainId, token);
  return {
    known,
    me: async () => known.me ?? memberId(),
    async partnerOf(conversation) {
      const partner = known.partnerOf(conversation);
      if (partner) return partner;
      // Nothing follows the largest seq: only the header is read.
      return (await chat({ conversation, after: Number.MAX_SAFE_INTEGER })).profile.id;
    },
    async tell(member, ...events) {
      for (const event of events) await live.relay(inboxOf(member), event);
    },
    setPartner: (member, conversation, partner) => live.setPartner(inboxOf(member), conversation, inboxOf(partner)),
    disconnect: (member) => live.disconnect(inboxOf(member)),
    endSockets: async (member) => live.revoke(inboxOf(member), [await sha256(token)]),
  };
}
