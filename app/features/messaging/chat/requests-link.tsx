import { CountBadge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./requests-link.module.css";

/** Links from the chat list to the open requests. Nothing without one. */
export function RequestsLink({ count }: { count: number }) {
  const { t } = edge();
  if (count === 0) return null;
  return (
    <a className={css.link} href="/chats/requests">
      <Icon name="message" />
      <span className={css.name}>{t("chat.requests.title")}</span>
      <CountBadge count={count} label={t("chat.requests.link", { count })} />
      <Icon name="chevron-right" size="s" />
    </a>
  );
}
