import { codeName } from "#app/features/discovery/members/attributes.ts";
import { cardProps } from "#app/features/discovery/members/cards.tsx";
import type { RegionName } from "#app/features/discovery/members/places.ts";
import { Badge, FictionalBadge } from "#app/ui/badge.tsx";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import type { SwipeCard as Card } from "#worker/discovery/swipe/swipe.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./swipe-card.module.css";

const SHOWN = 3;

type SwipeCardProps = {
  card: Card;
  regionName: RegionName;
  /** The viewer's interests: shared ones come first. */
  own: readonly string[];
};

/** The top card: a full-size picture with text on an overlay. */
export function SwipeCard({ card, regionName, own }: SwipeCardProps) {
  const { t } = edge();
  const { name, age, place, online, fictional, reason } = cardProps(card, regionName, "");
  const shared = new Set(own);
  const interests = card.interests.toSorted((a, b) => Number(shared.has(b)) - Number(shared.has(a))).slice(0, SHOWN);
  return (
    <article className={css.card} data-card={card.id}>
      <Picture card={card} eager />
      <span aria-hidden="true" className={`${css.stamp} ${css.yes}`}>
        {t("swipe.like")}
      </span>
      <span aria-hidden="true" className={`${css.stamp} ${css.no}`}>
        {t("swipe.pass")}
      </span>
      {(reason || fictional) && (
        <p className={css.badges}>
          {reason && <Badge tone="new">{reason}</Badge>}
          {fictional && <FictionalBadge tone="photo">{fictional}</FictionalBadge>}
        </p>
      )}
      <div className={css.caption}>
        <h2 className={css.name}>
          <bdi>{name}</bdi> <span className={css.age}>{age}</span>
          {online && <span aria-label={online} className={css.online} role="img" />}
        </h2>
        {place && (
          <p className={css.place}>
            <Icon name="pin" size="s" />
            {place}
          </p>
        )}
        {card.about && (
          <p className={css.about} dir="auto">
            {card.about}
          </p>
        )}
        {interests.length > 0 && (
          <div className={css.interests}>
            <ChipList label={t("swipe.interests", { name })}>
              {interests.map((code) => (
                <Chip icon={shared.has(code) ? "check" : undefined} key={code}>
                  {codeName("interests", code)}
                </Chip>
              ))}
            </ChipList>
          </div>
        )}
        <a className={css.more} href={`/members/${card.id}`}>
          <Icon label={t("swipe.profile", { name })} name="info" />
        </a>
      </div>
    </article>
  );
}

/** Stays in the page while cards are replaced: screen readers announce changes of a live region only. */
export function TopCardStatus({ card, regionName }: Pick<SwipeCardProps, "card" | "regionName">) {
  const { name, age, place, fictional } = cardProps(card, regionName, "");
  return (
    <p aria-live="polite" className="visually-hidden">
      {[`${name} ${age}`, place, fictional].filter(Boolean).join(", ")}
    </p>
  );
}

/** The card below the top one. Its picture is thereby preloaded. */
export function NextCard({ card }: { card: Card }) {
  return (
    <div aria-hidden="true" className={css.next}>
      <Picture card={card} />
    </div>
  );
}

function Picture({ card, eager }: { card: Card; eager?: boolean }) {
  const { t, settings } = edge();
  const src = card.main_image ? settings.cdn_prefix + card.main_image.filename : null;
  return (
    <Photo
      alt=""
      className={css.photo}
      eager={eager}
      name={card.name}
      none={t("members.noPhoto")}
      preview={card.main_image?.preview}
      src={src}
    />
  );
}
