import type { ReactNode } from "react";
import { MemberCard, type MemberCardProps } from "#app/features/members/member-card.tsx";
import css from "./like-card.module.css";

export type LikeCardProps = {
  /** Set `fresh` on it for a like that has not been seen yet. */
  member: MemberCardProps;
  /** When it was given, in words, e.g. "2 hours ago". */
  when: string;
  dateTime?: string;
  /** Like back, message: forms or links beside each other. */
  actions?: ReactNode;
};

/** The card of a liked or liking member with what one can do next; put them in a MemberGrid. */
export function LikeCard({ member, when, dateTime, actions }: LikeCardProps) {
  return (
    <div className={css.like}>
      <MemberCard {...member} />
      <div className={css.foot}>
        <time className={css.when} dateTime={dateTime}>
          {when}
        </time>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  );
}
