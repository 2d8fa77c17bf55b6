import { NotConnected, PaymentsOff } from "#app/features/wallet/not-connected.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import { money } from "#worker/lib/money.ts";
import css from "./wallet.module.css";

export const handle = { scripts: "member" };

/** Direct debit limit per member in thirty days, in euro cents (product.md section 5). */
const LIMIT = 150_00;

/** True if SEPA direct debit exists in the visitor's country. */
export const loader = async (): Promise<{ offered: boolean }> => {
  await requireUser();
  const { payment_methods: methods } = await orThrow(edge().backend.packages({}));
  return { offered: methods.includes("directdebit") };
};

export function ServerComponent({ loaderData: { offered } }: { loaderData: { offered: boolean } }) {
  const { t, domain } = edge();
  if (!domain.features.payments) return <PaymentsOff title={t("wallet.directdebit.title")} />;
  return offered ? (
    <Explained />
  ) : (
    <div className="container page">
      <Title>{t("wallet.directdebit.title")}</Title>
      <EmptyState action={<ToPackages />} icon="info" level={1} title={t("wallet.directdebit.elsewhere")}>
        {t("wallet.directdebit.elsewhereHint")}
      </EmptyState>
    </div>
  );
}

function Explained() {
  const { t, language } = edge();
  const needs = (["holder", "iban", "address", "mobile", "mandate"] as const).map((name) =>
    t(`wallet.directdebit.needs.${name}`),
  );
  const limits = [
    t("wallet.directdebit.limits.euro"),
    t("wallet.directdebit.limits.open"),
    t("wallet.directdebit.limits.sum", { amount: money(LIMIT, "EUR", language) }),
    t("wallet.directdebit.limits.back"),
  ];
  return (
    <div className={`container ${css.page} ${css.reading}`}>
      <Title>{t("wallet.directdebit.title")}</Title>
      <PageHeader intro={t("wallet.directdebit.intro")} title={t("wallet.directdebit.title")} />
      <NotConnected action={<ToPackages />} />
      <Points items={needs} title={t("wallet.directdebit.needs.title")} />
      <Points items={limits} title={t("wallet.directdebit.limits.title")} />
    </div>
  );
}

function Points({ title, items }: { title: string; items: string[] }) {
  return (
    <Card title={title}>
      <ul className={css.points}>
        {items.map((text) => (
          <li key={text}>
            <Icon name="check" size="s" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ToPackages() {
  return (
    <ButtonLink href="/credits" icon="coin" variant="secondary">
      {edge().t("wallet.packages.label")}
    </ButtonLink>
  );
}
