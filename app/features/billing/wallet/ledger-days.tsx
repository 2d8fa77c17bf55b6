import type { Transaction } from "#worker/billing/wallet/wallet.contract.ts";
import { dayOf, formatDay } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import list from "./ledger-entry.module.css";
import { LedgerEntry } from "./ledger-entry.tsx";

/** The entries under their days, in their order. */
export function LedgerDays({ entries }: { entries: readonly Transaction[] }) {
  const { t, reader } = edge();
  return (
    <>
      {byDay(entries, reader.zone).map(([day, ofDay]) => (
        <section className="stack tight" key={day}>
          <h3 className={list.day}>{formatDay(day, reader)}</h3>
          <ul aria-label={`${t("wallet.transactions.title")}: ${formatDay(day, reader)}`} className={list.list}>
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <LedgerEntry entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function byDay(entries: readonly Transaction[], zone: string): [string, Transaction[]][] {
  const days = new Map<string, Transaction[]>();
  for (const entry of entries) {
    const day = dayOf(Date.parse(entry.created_at), zone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
