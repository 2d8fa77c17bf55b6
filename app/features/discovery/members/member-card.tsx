import { Badge, FictionalBadge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import css from "./member-card.module.css";

export type MemberCardProps = {
  href: string;
  /** Fragment id, so that a link leads back to the card in its list. */
  anchor?: string;
  name: string;
  age: number | string;
  place?: string;
  /** Between town centres, e.g. "~15 km". */
  distance?: string | false;
  photo?: { src: string; srcSet?: string; preview?: string | null } | null;
  none?: string;
  /** Label of a member whose pose was compared; it stands instead of `checked`. */
  verified?: string | false;
  /** Label of a main photo that a moderator approved. */
  checked?: string | false;
  /** Label for screen readers; shown only while online. */
  online?: string | false;
  fictional?: string | false;
  /** Why to look at this member, in a word or two. */
  reason?: string | false;
  eager?: boolean;
};

const SIZES = "(width >= 75em) 15rem, (width >= 48em) 25vw, 50vw";

/** One link over the whole card. Its text names the member, so the picture's alt is empty. */
export function MemberCard({
  href,
  anchor,
  name,
  age,
  place,
  distance,
  photo,
  none,
  verified,
  checked,
  online,
  fictional,
  reason,
  eager,
}: MemberCardProps) {
  return (
    <a className={css.card} data-morph-from="" href={href} id={anchor}>
      <Photo
        alt=""
        className={css.photo}
        eager={eager}
        name={name}
        none={none}
        preview={photo?.preview}
        sizes={SIZES}
        src={photo?.src}
        srcSet={photo?.srcSet}
      />
      {(reason || fictional) && (
        <span className={css.badges}>
          {reason && <Badge tone="new">{reason}</Badge>}
          {fictional && <FictionalBadge tone="photo">{fictional}</FictionalBadge>}
        </span>
      )}
      <span className={css.caption}>
        <span className={css.who}>
          <span className={css.name} translate="no">
            {name}
          </span>
          <span>{age}</span>
          {verified && <Icon className={css.checked} label={verified} name="verified" size="s" />}
          {checked && !verified && <Icon className={css.checked} label={checked} name="check-circle" size="s" />}
          {online && <span aria-label={online} className={css.online} role="img" />}
        </span>
        {place && (
          <span className={css.place}>
            <Icon name="pin" size="s" />
            <span translate="no">{place}</span>
            {distance && <span className={css.distance}>{distance}</span>}
          </span>
        )}
      </span>
    </a>
  );
}
