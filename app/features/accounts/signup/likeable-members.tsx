import { anchorOf } from "#app/features/discovery/members/anchor.ts";
import { cardProps, regionNamesOf } from "#app/features/discovery/members/cards.tsx";
import { MemberCard } from "#app/features/discovery/members/member-card.tsx";
import { MemberGrid } from "#app/features/discovery/members/member-grid.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Card } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./likeable-members.module.css";
import { likeLater } from "./pending-likes.actions.ts";

const FIRST_SCREEN = 4;

/** Cards with a heart each, for a member whose likes wait for the confirmation. */
export async function LikeableMembers({ cards, liked }: { cards: Card[]; liked: readonly string[] }) {
  const { t } = edge();
  const regionName = await regionNamesOf(cards);
  return (
    <MemberGrid label={t("signup.joining.matches.title")}>
      {cards.map((card, index) => {
        const waits = liked.includes(card.id);
        return (
          <li key={card.id}>
            {/* Not the card's link, which would take the focus. */}
            <div className={css.tile} id={anchorOf(card.id)}>
              <MemberCard {...cardProps(card, regionName, `/members/${card.id}`)} eager={index < FIRST_SCREEN} />
              <form action={likeLater} className={css.form} noValidate>
                <input name="profile" type="hidden" value={card.id} />
                <input name="waits" type="hidden" value={waits ? "yes" : ""} />
                <button
                  aria-label={t(waits ? "signup.joining.matches.unlike" : "signup.joining.matches.likeName", { name: card.name })}
                  className={cx(css.heart, waits && css.liked)}
                  type="submit"
                >
                  <Icon name={waits ? "heart-filled" : "heart"} />
                </button>
              </form>
            </div>
          </li>
        );
      })}
    </MemberGrid>
  );
}
