import type { CallInput, CallName } from "#worker/server/calls.ts";
import type { Facts } from "#worker/server/edge/facts.ts";
import type { Services } from "#worker/server/wiring/index.ts";

/** Queries of a call's first rows, and the input under which the call finds them. */
type Prefetch<N extends CallName> = (
  memberId: string,
  input: CallInput<N>,
  facts: Pick<Facts, "domain" | "settings" | "at">,
) => { wanted: unknown; queries: object[] } | null;

type Prefetching = Pick<
  Services,
  "chat" | "decisions" | "drafts" | "gifts" | "likes" | "memberReports" | "members" | "ownProfile" | "searches" | "today"
>;

/** By call; its contract says `prefetch`. Only what the token's member could read: a forged token's rows are dropped unread. */
export function prefetchesOf({
  chat,
  decisions,
  drafts,
  gifts,
  likes,
  memberReports,
  members,
  ownProfile,
  searches,
  today,
}: Prefetching): {
  [N in CallName]?: Prefetch<N>;
} {
  return {
    chats: (memberId, input) => ({ wanted: input, queries: chat.prefetchList(memberId, input) }),
    chat: (memberId, input, facts) => ({ wanted: input, queries: chat.prefetchChat(memberId, input, facts) }),
    likes: (memberId, input, facts) => ({ wanted: input, queries: likes.prefetchLikes(memberId, input, facts) }),
    like: (memberId, input, facts) => ({ wanted: input, queries: likes.prefetchLike(memberId, input, facts) }),
    saveDraft: (memberId, input, facts) => ({ wanted: input, queries: drafts.prefetchDraft(memberId, input, facts) }),
    member: (memberId, input, facts) => ({ wanted: input, queries: members.prefetchMember(memberId, input, facts) }),
    members: (memberId, input, { at }) => members.prefetchSearch(memberId, input, at),
    profile: (memberId, input) => ({ wanted: input, queries: ownProfile.prefetchProfile(memberId) }),
    receivedGifts: (memberId, input) => ({ wanted: input, queries: gifts.prefetchReceived(memberId) }),
    savedSearches: (memberId, input) => ({ wanted: input, queries: searches.prefetchSearches(memberId) }),
    reports: (memberId, input) => ({ wanted: input, queries: memberReports.prefetchReports(memberId, input) }),
    decisions: (memberId, input) => ({ wanted: input, queries: decisions.prefetchDecisions(memberId) }),
    today: (memberId, input, facts) => ({ wanted: input, queries: today.prefetchToday(memberId, facts) }),
  };
}
