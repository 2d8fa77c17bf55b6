import type { ReactNode } from "react";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import css from "./match-moment.module.css";

interface Face {
  name: string;
  /** Null where there is no picture. */
  src: string | null;
}

export interface MatchMomentProps {
  mine: Face;
  theirs: Face;
  /** A heading. */
  title: ReactNode;
  text: string;
  /** Where the partner's picture leads, and what the link is called. */
  link?: { href: string; label: string };
  /** What a fictional profile is called here. */
  fictional?: string | false;
  /** What one can do next: links or forms. */
  children: ReactNode;
}

/** Two who like each other, side by side: in the swipe game and in the modal that fills the window. */
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
      {fictional && <Badge tone="warning">{fictional}</Badge>}
      <div className={css.actions}>{children}</div>
    </section>
  );
}
