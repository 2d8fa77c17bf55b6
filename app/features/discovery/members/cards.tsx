import { daysText } from "#app/features/discovery/trips/trip-text.ts";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { countryName } from "#app/request/country-name.ts";
import type { Card, Image } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { anchorOf } from "./anchor.ts";
import { type CardReason, reasonOf } from "./card-reason.ts";
import { MemberCard, type MemberCardProps } from "./member-card.tsx";
import { MemberGrid } from "./member-grid.tsx";
import { type RegionName, regionNames } from "./places.ts";

const FIRST_SCREEN = 4;

function reasonText({ common, distance, trip }: Card, reason: CardReason): string {
  const { t } = edge();
  switch (reason) {
    case "common":
      return t("members.inCommon", { count: common });
    case "near":
      return t("members.distance", { km: distance ?? 0 });
    case "answers":
      return t("members.answersWithinDay");
    case "new":
      return t("members.isNew");
    case "trip":
      return trip ? `${t("trips.badge")} · ${daysText(trip, "short")}` : t("trips.badge");
  }
}

/** Props of a card. The region replaces a hidden town, the country a hidden region. */
export function cardProps(card: Card, regionName: RegionName, href: string): MemberCardProps {
  const { t, settings } = edge();
  const reason = reasonOf(card);
  return {
    href,
    name: card.name,
    age: card.age,
    place: card.trip?.city ?? card.city ?? regionName(card) ?? countryName(card.country),
    distance: card.distance !== null && reason !== "near" && t("members.distance", { km: card.distance }),
    photo: card.main_image && cardPhoto(card.main_image, settings.cdn_prefix),
    none: t("members.noPhoto"),
    verified: card.verified && t("verifications.mark"),
    checked: card.photo_checked && t("members.checked"),
    online: card.online && t("members.online"),
    fictional: card.fictional && fictionalWord(),
    reason: reason !== null && reasonText(card, reason),
  };
}

/** Widths are those of worker/discovery/photos/photo-files.ts. */
function cardPhoto({ card_filename, thumb_filename, preview }: Image, cdn: string): MemberCardProps["photo"] {
  if (!card_filename) return { src: cdn + thumb_filename, preview };
  const src = cdn + card_filename;
  return { src, srcSet: `${cdn}${thumb_filename} 240w, ${src} 640w`, preview };
}

export function regionNamesOf(cards: Card[]): Promise<RegionName> {
  return regionNames(cards.filter(({ city }) => !city));
}

type MemberCardsProps = {
  cards: Card[];
  label: string;
  lazy?: boolean;
};

export async function MemberCards({ cards, label, lazy }: MemberCardsProps) {
  const regionName = await regionNamesOf(cards);
  return (
    <MemberGrid label={label}>
      {cards.map((card, index) => {
        const member = cardProps(card, regionName, `/members/${card.id}`);
        return (
          <li key={card.id}>
            <MemberCard {...member} anchor={anchorOf(card.id)} eager={!lazy && index < FIRST_SCREEN} />
          </li>
        );
      })}
    </MemberGrid>
  );
}
