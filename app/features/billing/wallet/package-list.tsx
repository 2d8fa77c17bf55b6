import { Badge } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Offer } from "#worker/billing/wallet/wallet.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { money, percent } from "#worker/platform/money.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./package-list.module.css";

export type Prices = CallOutput<"packages">;

interface PackageListProps {
  prices: Prices;
  /** Address that chooses a package; without it the prices are only shown. */
  href?: (id: string) => string;
  /** Id of the chosen package. */
  chosen?: string | undefined;
  /** Shows these ids only. */
  only?: readonly string[];
  /** The links change the shown page in place. */
  inPlace?: boolean;
}

/** Packages with the active discount, a row each; a note if nothing is for sale. */
export function PackageList({ prices, href, chosen, only, inPlace }: PackageListProps) {
  const { t } = edge();
  const { currency, packages } = prices;
  if (!currency) return <p className="muted small">{t("wallet.packages.none")}</p>;
  const best = Math.min(...packages.map(({ price_per_message: price }) => price));
  return (
    <ul aria-label={t("wallet.packages.label")} className={css.list}>
      {packages.map((offer) => {
        if (only && !only.includes(offer.id)) return null;
        const isChosen = offer.id === chosen;
        const look = cx(css.package, isChosen && css.chosen);
        const row = (
          <Row best={offer.price_per_message === best} chosen={isChosen} currency={currency} href={href} offer={offer} />
        );
        return (
          <li key={offer.id}>
            {href ? (
              <a
                aria-current={isChosen ? "true" : undefined}
                className={look}
                data-here={inPlace ? "replace" : undefined}
                href={href(offer.id)}
              >
                {row}
              </a>
            ) : (
              <div className={look}>{row}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What the prices include, and until when they hold. */
export function PriceNote({ prices: { currency, discount, discounted_until } }: { prices: Prices }) {
  const { t, language, reader } = edge();
  const end = discounted_until ?? discount?.expires;
  if (!currency) return null;
  return (
    <p className="muted small">
      {discount && (
        <>
          <strong>{t("wallet.packages.discounted", { percent: percent(discount.value_percentage, language) })}</strong>{" "}
          {end && t("wallet.packages.until", { time: formatTime(end, reader) })}{" "}
        </>
      )}
      {t("wallet.packages.once")}
    </p>
  );
}

interface RowProps extends Pick<PackageListProps, "href"> {
  offer: Offer;
  currency: string;
  best: boolean;
  chosen: boolean;
}

function Row({ offer, currency, best, chosen, href }: RowProps) {
  const { t, language } = edge();
  const price = (amount: number) => money(amount, currency, language);
  const credits = t("wallet.packages.credits", { count: offer.credits });
  return (
    <>
      {href && (chosen ? <Icon className={css.mark} name="check-circle" /> : <span className={css.open} />)}
      <span className={css.words}>
        <span className={css.credits}>
          {href && <span className="visually-hidden">{t("wallet.packages.choose", { credits })}</span>}
          <strong aria-hidden={href ? true : undefined}>{credits}</strong>{" "}
          {best && <Badge tone="success">{t("wallet.packages.best")}</Badge>}
        </span>
        <span className={css.each}>{t("wallet.packages.perMessage", { price: price(offer.price_per_message) })}</span>
      </span>
      <span className={css.price}>
        {offer.reduction > 0 && (
          <s className={css.before}>
            <span className="visually-hidden">{t("wallet.packages.before")} </span>
            {price(offer.amount)}
          </s>
        )}
        <span className={css.total}>{price(offer.total)}</span>
      </span>
    </>
  );
}
