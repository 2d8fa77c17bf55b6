import { pathOf } from "#app/request/path.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./discounts.module.css";
import { OfferEnd } from "./offer-end.tsx";
import { offers } from "./offers.ts";

const ID = "time-bonus-banner";

/** The time bonus on the pages with prices. */
export async function TimeBonusBanner() {
  const { t } = edge();
  const { timeBonus, whole } = await offers();
  if (!timeBonus || !whole) return null;
  const { endsAt, hours, now } = timeBonus;
  return (
    <aside aria-label={t("discounts.bonus.title")} className={css.banner} id={ID}>
      {import.meta.viteRsc.loadCss()}
      <span className={css.round}>
        <Icon name="star" />
      </span>
      <div className={css.words}>
        <p className={css.title}>{t("discounts.bonus.title")}</p>
        <p>{t("discounts.bonus.text", { count: hours })}</p>
      </div>
      <OfferEnd endsAt={endsAt} look="boxes" now={now} offer={ID} />
      {pathOf() !== "/credits" && <ButtonLink href="/credits">{t("discounts.bonus.action")}</ButtonLink>}
    </aside>
  );
}
