import type { ReactNode } from "react";
import { MemberCard, type MemberCardProps } from "#app/features/discovery/members/member-card.tsx";
import css from "./like-card.module.css";

export type LikeCardProps = {
  member: MemberCardProps;
  when: string;
  /** Stands before the time, not on the face. */
  badge?: ReactNode;
  dateTime?: string;
  part?: ReactNode;
  actions?: ReactNode;
};

/** Card of a liked or liking member with its next actions, an item of a MemberGrid. */
export function LikeCard({ member, when, badge, dateTime, part, actions }: LikeCardProps) {
  return (
    <li>
      <div className={css.like}>
        <MemberCard {...member} />
        <div className={css.foot}>
          <p className={css.when}>
            {badge}
            <time dateTime={dateTime}>{when}</time>
          </p>
          {part}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      </div>
    </li>
  );
}
