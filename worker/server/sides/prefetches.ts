import type { CallInput, CallName } from "#worker/server/calls.ts";
import type { Facts } from "#worker/server/edge/facts.ts";
import type { Services } from "#worker/server/wiring/index.ts";

/** Queries of a call's first rows, and the input under which the call finds them. */
type Prefetch<N extends CallName> = (
  memberId: string,
  input: CallInput<N>,
  facts: Pick<Facts, "domain" | "settings" | "at">,
) => { wanted: unknown; queries: object[] } | null;

/** By call; its contract says `prefetch`. Only what the token's member could read: a forged token's rows are dropped unread. */
export function prefetchesOf({ chat, likes, members, today }: Pick<Services, "chat" | "likes" | "members" | "today">): {
  [N in CallName]?: Prefetch<N>;
} {
  return {
    chats: (memberId, input) => ({ wanted: input, queries: chat.prefetchList(memberId, input) }),
    chat: (memberId, input, facts) => ({ wanted: input, queries: chat.prefetchChat(memberId, input, facts) }),
    likes: (memberId, input, facts) => ({ wanted: input, queries: likes.prefetchLikes(memberId, input, facts) }),
    member: (memberId, input, facts) => ({ wanted: input, queries: members.prefetchMember(memberId, input, facts) }),
    members: (memberId, input, { at }) => members.prefetchSearch(memberId, input, at),
    today: (memberId, input, facts) => ({ wanted: input, queries: today.prefetchToday(memberId, facts) }),
  };
}
