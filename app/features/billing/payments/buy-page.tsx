import { Title } from "#app/head/title.tsx";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { Buy, BuyBar } from "./buy.tsx";
import type { Buying } from "./buying.ts";
import css from "./checkout.module.css";

/** At this balance or below, the navigation and this page warn. */
const FEW = 10;

/** The one page to buy. Prices come first: what explains them follows. */
export async function BuyPage(order: Buying) {
  const { t, settings, language } = edge();
  const { credits, status } = await requireUser();
  // An unconfirmed member gets the first credits by confirmation, not by payment.
  const gettingFirst = status === "not_confirmed" && settings.signup_credits > 0;
  const balance = `${new Intl.NumberFormat(language).format(credits)} ${t("wallet.balance", { count: credits })}`;
  return (
    <div className={cx("container reading page stack", css.page)}>
      <Title>{t("wallet.credits")}</Title>
      <PageHeader
        actions={
          <ButtonLink
            aria-label={`${balance}: ${t("wallet.transactions.title")}`}
            href="/transactions"
            icon="clock"
            size="s"
            variant="secondary"
          >
            {balance}
          </ButtonLink>
        }
        title={t("wallet.credits")}
      />
      <Buy {...order} />
      {credits <= FEW && !gettingFirst && <FewLeft credits={credits} />}
      <Uses />
      <BuyBar {...order} />
    </div>
  );
}

/** What credits pay for, and the page of all prices. */
function Uses() {
  const { t, settings } = edge();
  return (
    <p className="muted small">
      {t("wallet.message")}: {t("wallet.price", { count: settings.message_credits })} · {t("wallet.reading")}: {t("wallet.free")}{" "}
      · <a href="/pricing">{t("wallet.pricing.all")}</a>
    </p>
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
