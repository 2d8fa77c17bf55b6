import type { ReactNode } from "react";
import { methodTexts } from "#app/features/billing/payments/method-texts.ts";
import { CheckList } from "#app/features/billing/wallet/check-list.tsx";
import { NotConnected } from "#app/features/billing/wallet/not-connected.tsx";
import { PackageList, PriceNote, type Prices } from "#app/features/billing/wallet/package-list.tsx";
import { signupOpen } from "#app/features/people/identity/flow.ts";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { cx } from "#app/ui/cx.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { money } from "#worker/platform/money.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./wallet.module.css";

export const loader = (): Promise<Prices> => orThrow(edge().backend.packages({}));

export async function ServerComponent({ loaderData: prices }: { loaderData: Prices }) {
  const { t, domain, settings, user } = edge();
  const { payments } = domain.features;
  const member = await user();
  const lines = terms(prices);
  return (
    <div className={cx("container reading page stack", css.prices)}>
      <Title description={payments ? t("wallet.pricing.intro", { site: settings.name }) : t("wallet.notConnected.text")}>
        {t("wallet.pricing.title")}
      </Title>
      <PageHeader
        actions={!member && signupOpen() && <ButtonLink href="/signup">{t("nav.signup")}</ButtonLink>}
        title={t("wallet.pricing.title")}
      />
      {payments ? (
        <section aria-label={t("wallet.pricing.packages")} className="stack tight">
          <PackageList href={member ? toBuy : undefined} prices={prices} />
          <p>{t("wallet.pricing.intro", { site: settings.name })}</p>
          <PriceNote prices={prices} />
        </section>
      ) : (
        <NotConnected />
      )}
      <Uses prices={prices} />
      {lines.length > 0 && <CheckList items={lines} title={t("wallet.pricing.terms")} />}
    </div>
  );
}

const toBuy = (id: string) => `/credits/${id}`;

/** Prices of each use, in credits and, with payments, in money from the cheapest to the dearest package. */
function Uses({ prices }: { prices: Prices }) {
  const { t, language } = edge();
  const { currency, uses } = prices;
  const names = { message: t("wallet.message"), photos: t("wallet.pricing.photos"), gift: t("wallet.pricing.gift") };
  const between = ({ low, high }: { low: number; high: number }, currency: string) => {
    const [from, to] = [money(low, currency, language), money(high, currency, language)];
    return from === to ? from : t("wallet.pricing.between", { low: from, high: to });
  };
  return (
    <Card title={t("wallet.uses")}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t("wallet.pricing.use")}</th>
            <th scope="col">{t("wallet.credits")}</th>
            {currency && <th scope="col">{t("wallet.pricing.price")}</th>}
          </tr>
        </thead>
        <tbody>
          {uses.map(({ of, credits, most, price }) => (
            <tr key={of}>
              <td>{names[of]}</td>
              <td>{creditsText(credits, most)}</td>
              {currency && <td>{price ? between(price, currency) : "—"}</td>}
            </tr>
          ))}
          <tr>
            <td>{t("wallet.reading")}</td>
            <td colSpan={currency ? 2 : 1}>{t("wallet.free")}</td>
          </tr>
        </tbody>
      </table>
      {currency && <p className="muted small">{t("wallet.pricing.rounded")}</p>}
    </Card>
  );
}

function creditsText(credits: number, most: number | undefined): ReactNode {
  const { t } = edge();
  if (most !== undefined) return t("wallet.pricing.between", { low: String(credits), high: String(most) });
  return credits > 0 ? credits : t("wallet.free");
}

function terms({ currency, payment_methods: methods, terms }: Prices): string[] {
  const { t, domain, settings, language } = edge();
  const lines: string[] = [];
  if (currency && terms) {
    lines.push(t("wallet.pricing.subscription"), t("wallet.pricing.tax"));
    const { cheapest_message: cheapest, time_bonus_hours: bonus, welcome_hours: welcome } = terms;
    if (cheapest) lines.push(t("wallet.pricing.minimum", { price: money(cheapest, currency, language) }));
    const names = methods.map((method) => methodTexts(method).inline);
    lines.push(t("wallet.pricing.methods", { methods: new Intl.ListFormat(language, { type: "disjunction" }).format(names) }));
    if (bonus > 0) lines.push(t("wallet.pricing.timeBonus", { count: bonus }));
    if (welcome > 0) lines.push(t("wallet.pricing.welcome", { count: welcome }));
  }
  if (domain.features.refunds) lines.push(t("wallet.pricing.refund", { count: settings.refund_days }));
  if (settings.signup_credits > 0) lines.push(t("wallet.pricing.signup", { count: settings.signup_credits }));
  return lines;
}
