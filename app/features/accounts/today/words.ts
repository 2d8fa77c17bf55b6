import type { TodayItem } from "#worker/accounts/today/today.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Names that fit in a line. */
const NAMED = 2;

export interface TodayWords {
  href: string;
  text: string;
}

/** What is to do, in the member's language, and where. */
export function wordsOf(item: TodayItem): TodayWords {
  const { t } = edge();
  switch (item.kind) {
    case "turns":
      return {
        // The oldest one first: the card stands on the list of all.
        href: `/members/${item.members[0]?.id}/chat`,
        text: t("today.turns", { names: namesOf(item) }),
      };
    case "likes":
      return { href: "/likes/received", text: t("nav.newLikes", { count: item.total }) };
    case "photo_requests":
      return { href: "/settings/photo-access", text: t("today.asks", { name: item.members[0]?.name ?? "" }) };
    case "photo_answers":
      return { href: `/members/${item.members[0]?.id}`, text: t("today.answered", { names: namesOf(item) }) };
    case "visitors":
      return { href: "/visitors", text: t("today.visitors", { count: item.total }) };
    case "photos":
      return item.rejected > 0
        ? { href: "/profile#photos", text: t("today.rejected", { count: item.rejected }) }
        : { href: "/profile#photos", text: t("today.approved", { count: item.approved }) };
    case "reports":
      return { href: "/settings/reports", text: t("today.reports", { count: item.total }) };
  }
}

function namesOf({ members, total }: Extract<TodayItem, { kind: "turns" | "photo_answers" }>): string {
  const { t, language } = edge();
  const names = members.slice(0, NAMED).map(({ name }) => name);
  const others = total - names.length;
  return new Intl.ListFormat(language).format(others > 0 ? [...names, t("today.others", { count: others })] : names);
}
