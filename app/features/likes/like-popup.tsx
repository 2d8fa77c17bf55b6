import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import css from "./like-popup.module.css";

export interface LikePopupProps {
  id: string;
  /** Where it leads; by default to the profile. */
  href?: string;
  name: string;
  photo: string | null;
  /** "Anna likes you". */
  title: string;
  /** "See Anna's profile". */
  text: string;
  /** The label of a fictional profile. */
  fictional?: string | false;
  className?: string;
}

/** A small card at the window's edge that leads to a profile (spec section 2). */
export function LikePopup({ id, href = `/members/${id}`, name, photo, title, text, fictional, className }: LikePopupProps) {
  return (
    <div className={cx(css.place, className)} role="status">
      <a className={css.popup} href={href}>
        <Avatar name={name} size="l" src={photo} />
        <span className={css.words}>
          <strong>{title}</strong>
          <span className={css.text}>{text}</span>
          {fictional && <Badge tone="warning">{fictional}</Badge>}
        </span>
        <Icon name="chevron-right" size="s" />
      </a>
    </div>
  );
}
