import { BuyPage } from "#app/features/billing/payments/buy-page.tsx";
import { type Buying, buying } from "#app/features/billing/payments/buying.ts";
import { NotConnected } from "#app/features/billing/wallet/not-connected.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./wallet.module.css";

export const handle = { scripts: "member" };

/** Null where nothing is sold. */
export async function loader(): Promise<Buying | null> {
  await requireUser();
  const { backend, domain } = edge();
  return domain.features.payments ? buying(await orThrow(backend.packages({})), {}) : null;
}

export async function ServerComponent({ loaderData: order }: { loaderData: Buying | null }) {
  if (order) return <BuyPage {...order} />;
  const { t, settings, language } = edge();
  const { credits } = await requireUser();
  return (
    <div className="container page stack loose">
      <Title>{t("wallet.credits")}</Title>
      <PageHeader title={t("wallet.credits")} />
      <section aria-label={t("wallet.yours")} className={css.balance}>
        <p className={css.amount}>
          <strong>{new Intl.NumberFormat(language).format(credits)}</strong> {t("wallet.balance", { count: credits })}
        </p>
        <ButtonLink href="/transactions" icon="clock" variant="secondary">
          {t("wallet.transactions.title")}
        </ButtonLink>
      </section>
      <NotConnected />
      <section className="stack">
        <h2>{t("wallet.uses")}</h2>
        <dl className={css.facts}>
          <dt>{t("wallet.message")}</dt>
          <dd>{t("wallet.price", { count: settings.message_credits })}</dd>
          <dt>{t("wallet.reading")}</dt>
          <dd>{t("wallet.free")}</dd>
        </dl>
      </section>
    </div>
  );
}
