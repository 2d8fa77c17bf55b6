import { Avatar } from "#app/ui/avatar.tsx";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import css from "./delayed-like-popup-card.module.css";

export interface DelayedLikePopupCardProps {
  id: string;
  href?: string;
  name: string;
  photo: string | null;
  title: string;
  text: string;
  fictional?: string | false;
  later?: boolean;
}

/** A card at the window's edge that links to a profile. */
export function DelayedLikePopupCard({
  id,
  href = `/members/${id}`,
  name,
  photo,
  title,
  text,
  fictional,
  later = false,
}: DelayedLikePopupCardProps) {
  return (
    <div className={cx(css.place, later && css.later)} role="status">
      <a className={css.popup} href={href}>
        <Avatar name={name} size="l" src={photo} />
        <span className={css.words}>
          <strong>{title}</strong>
          <span className={css.text}>{text}</span>
          {fictional && <FictionalBadge tone="warning">{fictional}</FictionalBadge>}
        </span>
        <Icon name="chevron-right" size="s" />
      </a>
    </div>
  );
}
