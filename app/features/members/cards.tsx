import { edge } from "#worker/edge/edge.ts";
import type { Card } from "#worker/members/members.contract.ts";
import { MemberCard, type MemberCardProps } from "./member-card.tsx";
import { MemberGrid } from "./member-grid.tsx";
import { countryName, type RegionName, regionNames } from "./places.ts";

/** How many cards a first screen shows at most. */
const FIRST_SCREEN = 4;

/** A card's words. Where the town is not said, the region stands for it, and then the country. */
export function cardProps(card: Card, regionName: RegionName, href: string): MemberCardProps {
  const { t, settings } = edge();
  return {
    href,
    name: card.name,
    age: card.age,
    place: card.city ?? regionName(card) ?? countryName(card.country),
    photo: card.main_image ? { src: settings.cdn_prefix + card.main_image.thumb_filename } : null,
    online: card.online && t("members.online"),
    fictional: card.fictional && fictionalWord(),
    fresh: card.is_new && t("members.isNew"),
  };
}

/** The domain's own word for a fictional profile. */
export function fictionalWord(): string {
  const { t, settings } = edge();
  return settings.fictional_singular ?? t("members.fictional");
}

/** Names the regions of those cards that show one. */
export function regionNamesOf(cards: Card[]): Promise<RegionName> {
  return regionNames(cards.filter(({ city }) => !city));
}

/** Where a card stands in the page of its list. */
export function anchorOf(id: string): string {
  return `member-${id}`;
}

export async function MemberCards({ cards, label }: { cards: Card[]; label: string }) {
  const regionName = await regionNamesOf(cards);
  return (
    <MemberGrid label={label}>
      {cards.map((card, index) => (
        <MemberCard
          anchor={anchorOf(card.id)}
          key={card.id}
          {...cardProps(card, regionName, `/members/${card.id}`)}
          eager={index < FIRST_SCREEN}
        />
      ))}
    </MemberGrid>
  );
}
