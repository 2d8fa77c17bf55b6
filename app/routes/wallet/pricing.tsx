import { orThrow } from "#app/features/errors/answer.ts";
import { money } from "#app/features/wallet/money.ts";
import { NotConnected } from "#app/features/wallet/not-connected.tsx";
import { PackageList, type Prices } from "#app/features/wallet/package-list.tsx";
import { signupOpen } from "#app/features/signup/flow.ts";
import { Title } from "#app/layouts/title.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { cheapestMessage, priceOf } from "#worker/domains/prices.ts";
import { edge } from "#worker/edge/edge.ts";
import { TIME_BONUS_WINDOW } from "#worker/discounts/discounts.ts";
import css from "./wallet.module.css";

export const loader = (): Promise<Prices> => orThrow(edge().backend.packages({}));

/** The price list, for everybody: what credits cost, what they pay for, and on which terms. */
export async function ServerComponent({ loaderData: prices }: { loaderData: Prices }) {
  const { t, settings, user } = edge();
  const member = await user();
  return (
    <div className={`container ${css.page}`}>
      <Title description={t("pricing.intro", { site: settings.name })}>{t("pricing.title")}</Title>
      <PageHeader
        actions={!member && signupOpen() && <ButtonLink href="/signup">{t("nav.signup")}</ButtonLink>}
        intro={t("pricing.intro", { site: settings.name })}
        title={t("pricing.title")}
      />
      <section className={css.section}>
        <h2>{t("pricing.packages")}</h2>
        {prices.currency && <NotConnected />}
        <PackageList choose={member !== null} prices={prices} />
      </section>
      {prices.currency && <Uses currency={prices.currency} prices={prices} />}
      <Card title={t("pricing.terms")}>
        <ul className={css.points}>
          {terms(prices).map((text) => (
            <li key={text}>
              <Icon name="check" size="s" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** What a message, a photo set and a gift cost, out of the dearest and of the cheapest package. */
function Uses({ prices, currency }: { prices: Prices; currency: string }) {
  const { t, settings, language } = edge();
  const uses = [
    { name: t("wallet.message"), credits: settings.message_credits },
    { name: t("pricing.photos"), credits: settings.photo_credits },
    { name: t("pricing.gift"), credits: settings.gift_credits },
  ];
  const between = (credits: number) => {
    const each = prices.packages.map(({ total, credits: bought }) => priceOf(credits, total, bought));
    const [low, high] = [Math.min(...each), Math.max(...each)].map((amount) => money(amount, currency, language));
    return low === high ? low : t("pricing.between", { low: low as string, high: high as string });
  };
  return (
    <Card title={t("wallet.uses")}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t("pricing.use")}</th>
            <th scope="col">{t("wallet.credits")}</th>
            <th scope="col">{t("pricing.price")}</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ name, credits }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{credits > 0 ? credits : t("wallet.free")}</td>
              <td>{credits > 0 ? between(credits) : "—"}</td>
            </tr>
          ))}
          <tr>
            <td>{t("wallet.reading")}</td>
            <td colSpan={2}>{t("wallet.free")}</td>
          </tr>
        </tbody>
      </table>
      <p className={css.note}>{t("pricing.rounded")}</p>
    </Card>
  );
}

function terms({ currency, payment_methods: methods }: Prices): string[] {
  const { t, settings, country, language } = edge();
  const lines = [t("pricing.subscription"), t("pricing.tax")];
  if (currency) {
    const stated = settings.minimum_message_costs[country];
    const cheapest = stated?.currency === currency ? stated.costs : cheapestMessage(settings, currency);
    if (cheapest) lines.push(t("pricing.minimum", { price: money(cheapest, currency, language) }));
    const names = methods.map((method) => t(`order.method.${method}.name`));
    lines.push(t("pricing.methods", { methods: new Intl.ListFormat(language, { type: "disjunction" }).format(names) }));
    lines.push(t("pricing.timeBonus", { count: TIME_BONUS_WINDOW / 3_600_000 }));
    if (settings.welcome_discount_hours > 0) lines.push(t("pricing.welcome", { count: settings.welcome_discount_hours }));
  }
  if (settings.refund_days > 0) lines.push(t("pricing.refund", { count: settings.refund_days }));
  if (settings.signup_credits > 0) lines.push(t("pricing.signup", { count: settings.signup_credits }));
  return lines;
}
