import type { ReactNode } from "react";
import { MemberCard, type MemberCardProps } from "#app/features/discovery/members/member-card.tsx";
import css from "./like-card.module.css";

export type LikeCardProps = {
  /** `fresh` marks an unseen like. */
  member: MemberCardProps;
  when: string;
  dateTime?: string;
  part?: ReactNode;
  actions?: ReactNode;
};

/** Card of a liked or liking member with its next actions, an item of a MemberGrid. */
export function LikeCard({ member, when, dateTime, part, actions }: LikeCardProps) {
  return (
    <li>
      <div className={css.like}>
        <MemberCard {...member} />
        <div className={css.foot}>
          <time className={css.when} dateTime={dateTime}>
            {when}
          </time>
          {part}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      </div>
    </li>
  );
}
