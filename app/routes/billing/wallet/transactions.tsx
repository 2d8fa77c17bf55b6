import { RecentPayments } from "#app/features/billing/payments/recent-payments.tsx";
import list from "#app/features/billing/wallet/ledger-entry.module.css";
import { LedgerEntry } from "#app/features/billing/wallet/ledger-entry.tsx";
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

export function ServerComponent({ loaderData: { transactions, cursor, later, payments } }: { loaderData: Found }) {
  const { t, domain } = edge();
  const bought = domain.features.payments && !later;
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
      {bought && <h2>{t("wallet.credits")}</h2>}
      {transactions.length > 0 ? (
        <ul aria-label={t("wallet.transactions.title")} className={list.list}>
          {transactions.map((entry) => (
            <li key={entry.id}>
              <LedgerEntry entry={entry} />
            </li>
          ))}
        </ul>
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
