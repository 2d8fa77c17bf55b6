import { NotConnected } from "#app/features/billing/wallet/not-connected.tsx";
import { PackageList, type Prices } from "#app/features/billing/wallet/package-list.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./wallet.module.css";

export const handle = { scripts: "member" };

/** At this balance or below, the navigation and this page warn. */
const FEW = 10;

export const loader = async (): Promise<Prices> => {
  await requireUser();
  return orThrow(edge().backend.packages({}));
};

export async function ServerComponent({ loaderData: prices }: { loaderData: Prices }) {
  const { t, domain, settings, language } = edge();
  const { payments } = domain.features;
  const { credits, status } = await requireUser();
  // An unconfirmed member gets the first credits by confirmation, not by payment.
  const gettingFirst = status === "not_confirmed" && settings.signup_credits > 0;
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
      {payments && credits <= FEW && !gettingFirst && <FewLeft credits={credits} />}
      {payments ? (
        <section className="stack">
          <h2>{t("wallet.packages.title")}</h2>
          <PackageList prices={prices} />
        </section>
      ) : (
        <NotConnected />
      )}
      <section className="stack">
        <h2>{t("wallet.uses")}</h2>
        <dl className={css.facts}>
          <dt>{t("wallet.message")}</dt>
          <dd>{t("wallet.price", { count: settings.message_credits })}</dd>
          <dt>{t("wallet.reading")}</dt>
          <dd>{t("wallet.free")}</dd>
        </dl>
        {payments && (
          <p>
            <a href="/pricing">{t("wallet.pricing.all")}</a>
          </p>
        )}
      </section>
    </div>
  );
}

function FewLeft({ credits }: { credits: number }) {
  const { t } = edge();
  if (credits > 0)
    return (
      <Alert title={t("wallet.few.title", { count: credits })} tone="warning">
        {t("wallet.few.text")}
      </Alert>
    );
  // A warning, not `error`: an error would interrupt screen readers.
  return (
    <Alert icon="coin" title={t("wallet.empty.title")} tone="warning">
      {t("wallet.empty.text")}
    </Alert>
  );
}
