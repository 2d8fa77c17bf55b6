import { CountBadge } from "#app/ui/badge.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { edge } from "#worker/server/edge/edge.ts";

export const TYPES = ["received", "sent", "matches"] as const;

export function LikeTabs({ current, newLikes }: { current: (typeof TYPES)[number] | "visitors"; newLikes: number }) {
  const { t } = edge();
  const likes = TYPES.map((one) => ({
    href: `/likes/${one}`,
    label: t(`likes.${one}`),
    current: one === current,
    badge: one === "received" && <CountBadge count={newLikes} label={t("nav.newLikes", { count: newLikes })} variant="new" />,
  }));
  const visitors = { href: "/visitors", label: t("visits.title"), current: current === "visitors" };
  return <Tabs label={t("likes.tabs")} tabs={[...likes, visitors]} />;
}
