import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { GiftDrawing } from "./gift-drawing.shared.tsx";
import { nameOfGift } from "./gift-names.ts";
import css from "./shown-gifts.module.css";

export function ShownGifts({ gifts }: { gifts: CallOutput<"member">["gifts"] }) {
  const { t } = edge();
  return (
    <section className={css.section}>
      <h2 className={css.title}>{t("gifts.shown")}</h2>
      <ul className={css.gifts}>
        {gifts.map(({ count, ...gift }) => (
          <li className={css.gift} key={gift.id}>
            <GiftDrawing id={gift.id} />
            <span>{count > 1 ? t("gifts.many", { name: nameOfGift(gift), count }) : nameOfGift(gift)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
