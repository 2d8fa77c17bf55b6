import { RecentPayments } from "#app/features/billing/payments/recent-payments.tsx";
import { LedgerDays } from "#app/features/billing/wallet/ledger-days.tsx";
import { SpentOn } from "#app/features/billing/wallet/spent-on.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

type Found = CallOutput<"transactions"> & { later: boolean };

export async function loader(): Promise<Found> {
  const { backend, url } = edge();
  const cursor = url.searchParams.get("cursor") ?? undefined;
  return { ...(await orThrow(backend.transactions({ cursor }))), later: cursor !== undefined };
}

export function ServerComponent({ loaderData: { transactions, cursor, later, payments, spent_on } }: { loaderData: Found }) {
  const { t, domain } = edge();
  const bought = !later && (domain.features.payments || payments.length > 0);
  return (
    <div className="container reading page stack loose">
      <Title>{t("wallet.transactions.title")}</Title>
      <PageHeader
        actions={
          <ButtonLink href="/credits" icon="coin" variant="secondary">
            {t(domain.features.payments ? "wallet.packages.label" : "wallet.credits")}
          </ButtonLink>
        }
        intro={t("wallet.transactions.intro")}
        title={t("wallet.transactions.title")}
      />
      {bought && <RecentPayments payments={payments} />}
      {!later && <SpentOn sums={spent_on} />}
      {bought && <h2>{t("wallet.credits")}</h2>}
      {transactions.length > 0 ? (
        <LedgerDays entries={transactions} />
      ) : (
        <EmptyState icon="clock" title={t("wallet.transactions.none")}>
          {t("wallet.transactions.noneHint")}
        </EmptyState>
      )}
      <Pagination
        first={later ? { href: "/transactions", label: t("wallet.transactions.newest") } : null}
        label={t("wallet.transactions.pages")}
        more={cursor ? { href: `/transactions?cursor=${cursor}`, label: t("wallet.transactions.older") } : null}
      />
    </div>
  );
}
