import type { ReactNode } from "react";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import css from "./match-moment.module.css";

interface Face {
  name: string;
  src: string | null;
}

export interface MatchMomentProps {
  mine: Face;
  theirs: Face;
  title?: ReactNode;
  text: string;
  link?: { href: string; label: string };
  fictional?: string | false;
  children: ReactNode;
}

export function MatchMoment({ mine, theirs, title, text, link, fictional, children }: MatchMomentProps) {
  const partner = <Photo alt="" className={css.theirs} eager {...theirs} />;
  return (
    <section className={css.moment}>
      <div className={css.pair}>
        <Photo alt="" className={css.mine} eager {...mine} />
        {link ? (
          <a aria-label={link.label} href={link.href}>
            {partner}
          </a>
        ) : (
          partner
        )}
        <span className={css.heart}>
          <Icon name="heart-filled" size="l" />
        </span>
      </div>
      {title}
      <p className={css.text}>{text}</p>
      {fictional && <FictionalBadge tone="warning">{fictional}</FictionalBadge>}
      <div className={css.actions}>{children}</div>
    </section>
  );
}
