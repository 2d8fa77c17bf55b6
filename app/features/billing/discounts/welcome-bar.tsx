import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./discounts.module.css";
import { OfferEnd } from "./offer-end.tsx";
import { offers } from "./offers.ts";

const ID = "welcome-bonus";

/** Welcome discount at the top of the pages with prices. */
export async function WelcomeBar() {
  const { t } = edge();
  const { welcome, whole } = await offers();
  if (!welcome || !whole) return null;
  return (
    <aside aria-label={t("discounts.welcome.label")} className={css.bar} id={ID}>
      {import.meta.viteRsc.loadCss()}
      <a className={css.barLink} href="/credits">
        <Icon className={css.star} name="star" size="s" />
        <span>{t("discounts.welcome.title")}</span>
        <OfferEnd offer={ID} {...welcome} />
      </a>
    </aside>
  );
}
