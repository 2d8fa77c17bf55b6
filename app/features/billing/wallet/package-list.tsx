import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Offer } from "#worker/billing/wallet/wallet.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { money, percent } from "#worker/platform/money.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./package-list.module.css";

export type Prices = CallOutput<"packages">;

/** Packages with the active discount; a note if nothing is for sale. */
export function PackageList({ prices, choose = true }: { prices: Prices; choose?: boolean }) {
  const { t, language, reader } = edge();
  const { currency, packages, discount, discounted_until } = prices;
  const end = discounted_until ?? discount?.expires;
  if (!currency) return <p className="muted small">{t("wallet.packages.none")}</p>;
  const best = Math.min(...packages.map(({ price_per_message: price }) => price));
  return (
    <div className={css.packages}>
      {discount && (
        <p className={css.discount}>
          <Icon name="star" size="s" />
          <span>
            <strong>{t("wallet.packages.discounted", { percent: percent(discount.value_percentage, language) })}</strong>{" "}
            {end && t("wallet.packages.until", { time: formatTime(end, reader) })}
          </span>
        </p>
      )}
      <ul aria-label={t("wallet.packages.label")} className={css.list}>
        {packages.map((offer) => (
          <li className={cx(css.package, offer.price_per_message === best && css.best)} key={offer.id}>
            <PackageCard best={offer.price_per_message === best} choose={choose} currency={currency} offer={offer} />
          </li>
        ))}
      </ul>
      <p className="muted small">{t("wallet.packages.once")}</p>
    </div>
  );
}

function PackageCard({ offer, currency, best, choose }: { offer: Offer; currency: string; best: boolean; choose: boolean }) {
  const { t, language } = edge();
  const price = (amount: number) => money(amount, currency, language);
  const credits = t("wallet.packages.credits", { count: offer.credits });
  return (
    <>
      {best && (
        <div className={css.badge}>
          <Badge tone="success">{t("wallet.packages.best")}</Badge>
        </div>
      )}
      <h3 className={css.credits}>{credits}</h3>
      <p className={css.price}>
        {offer.reduction > 0 && (
          <s className={css.before}>
            <span className="visually-hidden">{t("wallet.packages.before")} </span>
            {price(offer.amount)}
          </s>
        )}
        <span className={css.total}>{price(offer.total)}</span>
      </p>
      <p className={css.each}>{t("wallet.packages.perMessage", { price: price(offer.price_per_message) })}</p>
      {choose && (
        <ButtonLink className={css.choose} href={`/credits/${offer.id}`} variant={best ? "primary" : "secondary"} wide>
          {t("wallet.packages.choose", { credits })}
        </ButtonLink>
      )}
    </>
  );
}
