import { entryTitle, formatChange } from "#app/features/wallet/ledger-entry.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import { formatTime } from "#worker/lib/dates.ts";
import type { Transaction } from "#worker/wallet/wallet.contract.ts";
import css from "./wallet.module.css";

export const handle = { scripts: "member" };

/** One ledger entry of the member; any other id is a 404. */
export async function loader({ params }: { params: { id: string } }): Promise<Transaction> {
  // Cut to 200 characters: the call rejects longer ids as invalid instead of unknown.
  const { transactions } = await orThrow(edge().backend.transactions({ id: params.id.slice(0, 200) }));
  return transactions[0] as Transaction;
}

export function ServerComponent({ loaderData: entry }: { loaderData: Transaction }) {
  const { t, language, reader } = edge();
  return (
    <div className={`container ${css.page} ${css.reading}`}>
      <Title>{entryTitle(entry)}</Title>
      <PageHeader
        actions={
          <ButtonLink href="/transactions" icon="back" variant="quiet">
            {t("wallet.transactions.back")}
          </ButtonLink>
        }
        title={entryTitle(entry)}
      />
      <Card>
        <dl className={css.facts}>
          <dt>{t("wallet.credits")}</dt>
          <dd>{formatChange(entry.amount)}</dd>
          <dt>{t("wallet.transactions.balance")}</dt>
          <dd>{new Intl.NumberFormat(language).format(entry.balance)}</dd>
          <dt>{t("wallet.transactions.date")}</dt>
          <dd>
            <time dateTime={entry.created_at}>{formatTime(entry.created_at, reader)}</time>
          </dd>
          <dt>{t("wallet.transactions.number")}</dt>
          <dd>{entry.id}</dd>
        </dl>
        <p className={css.note}>{t(`wallet.transactions.about.${entry.kind}`)}</p>
        {entry.profile?.fictional && (
          <p>
            <Badge>{t("members.fictional")}</Badge>
          </p>
        )}
        {entry.conversation && (
          <ButtonLink href={`/chats/${entry.conversation}`} icon="message" variant="secondary">
            {t("wallet.transactions.toChat")}
          </ButtonLink>
        )}
      </Card>
    </div>
  );
}
