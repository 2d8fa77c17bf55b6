import type { ReactNode } from "react";
import { wishTexts } from "#app/features/discovery/wishes/wish-fields.tsx";
import { widenWishes } from "#app/features/discovery/wishes/wishes.actions.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Scene } from "#app/ui/scene.tsx";
import type { Deck, Wider } from "#worker/discovery/swipe/swipe.contract.ts";
import { WISH_FIELDS } from "#worker/discovery/wishes/wish-values.vocabulary.ts";
import type { WishesAnswer } from "#worker/discovery/wishes/wishes.contract.ts";
import type { Wanted } from "#worker/discovery/wishes/wishes.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./deck-end.module.css";

type DeckEndProps = Pick<Deck, "seen_all" | "wider"> & { wishes: WishesAnswer | null; undo: ReactNode; strip: ReactNode };

/** Names the ages and the distance that were shown, and what each wider choice would bring. */
export function DeckEnd({ seen_all, wider, wishes, undo, strip }: DeckEndProps) {
  const { t } = edge();
  const [first, ...others] = wider;
  return (
    <>
      {strip}
      <EmptyState
        action={
          <div className={css.actions}>
            {first && <Widen choice={first} variant="primary" />}
            {others.map((choice) => (
              <Widen choice={choice} key={choice.changed} variant="secondary" />
            ))}
            <ButtonLink href="/members" icon="search" variant={first ? "quiet" : "primary"}>
              {t("swipe.empty.search")}
            </ButtonLink>
            <ButtonLink href="/settings/wishes" variant="quiet">
              {t("wishes.change")}
            </ButtonLink>
            {undo}
          </div>
        }
        scene={<Scene name="night" />}
        title={wishes && seen_all ? seenWords(wishes) : t("swipe.empty.title")}
      >
        {t(seen_all ? "swipe.empty.text" : "swipe.empty.lately")}
      </EmptyState>
    </>
  );
}

function seenWords({ min_age: from, max_age: to, distance, has_town }: WishesAnswer): string {
  const { t } = edge();
  if (distance !== null && has_town) return t("swipe.empty.near", { from, to, km: distance });
  return t("swipe.empty.ages", { from, to });
}

function Widen({ choice, variant }: { choice: Wider; variant: "primary" | "secondary" }) {
  const { t } = edge();
  const { min_age, max_age, distance, dealbreakers } = choice.wishes;
  const texts = wishTexts({ ages: [min_age ?? 0, max_age ?? 0], distance, dealbreakers: dealbreakers as Wanted["dealbreakers"] });
  const more = t(choice.more ? "swipe.widen.moreThan" : "swipe.widen.more", { count: choice.count });
  return (
    <form action={widenWishes} noValidate>
      {WISH_FIELDS.map((name) => (
        <input key={name} name={name} type="hidden" value={texts[name] ?? ""} />
      ))}
      <Button variant={variant} wide>
        {t("swipe.widen.brings", { change: changeWords(choice), more })}
      </Button>
    </form>
  );
}

function changeWords({ changed, wishes: { min_age, max_age, distance } }: Wider): string {
  const { t } = edge();
  if (changed === "distance") return distance === null ? t("swipe.widen.anywhere") : t("swipe.widen.km", { km: distance });
  if (changed === "ages") return t("swipe.widen.ages", { from: min_age ?? 0, to: max_age ?? 0 });
  return t(`swipe.widen.${changed}`);
}
