import { lookPath } from "#app/features/billing/payments/look.ts";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/cx.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { RoundIcon } from "#app/ui/round-icon.tsx";
import type { Transaction } from "#worker/billing/wallet/wallet.contract.ts";
import { formatHour } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./ledger-entry.module.css";

const ICONS: Record<Transaction["kind"], IconName> = {
  signup: "gift",
  goodwill: "gift",
  message: "message",
  adjustment: "settings",
  purchase: "coin",
  gift: "gift",
  photos: "camera",
  icebreaker: "message",
  refund: "back",
  chargeback: "back",
  debt: "check",
  reversal: "back",
  brought: "gift",
  call: "phone",
};

/** Titles that name the other member. */
const TO = {
  message: "wallet.transactions.messageTo",
  gift: "gifts.entry",
  icebreaker: "wallet.transactions.messageTo",
  call: "wallet.transactions.callTo",
  photos: "members.unlock.entry",
} as const;

export function formatChange(amount: number): string {
  return new Intl.NumberFormat(edge().language, { signDisplay: "exceptZero" }).format(amount);
}

export function entryTitle({ kind, profile, departed, messages }: Transaction): string {
  const { t } = edge();
  const name = profile?.name ?? (departed ? t("chat.deletedMember") : null);
  if (messages > 1)
    return name === null
      ? t("wallet.transactions.messages", { count: messages })
      : t("wallet.transactions.messagesTo", { count: messages, name });
  if (name === null || !(kind in TO)) return t(`wallet.transactions.kind.${kind}`);
  return t(TO[kind as keyof typeof TO], { name });
}

/** A ledger row that links to its payment or to the entry's own page. */
export function LedgerEntry({ entry }: { entry: Transaction }) {
  const { t, reader } = edge();
  return (
    <a className={css.entry} href={entry.payment ? lookPath(entry.payment) : `/transactions/${entry.id}`}>
      <RoundIcon name={ICONS[entry.kind]} />
      <span className={css.words}>
        <span className={css.title}>
          {entryTitle(entry)} {entry.profile?.fictional && <FictionalBadge>{fictionalWord()}</FictionalBadge>}
        </span>
        <time className={css.when} dateTime={entry.created_at}>
          {formatHour(entry.created_at, reader)}
        </time>
      </span>
      <span className={css.numbers}>
        <span className={cx(css.amount, entry.amount > 0 && css.gained)}>{formatChange(entry.amount)}</span>
        <span className={css.when}>{t("wallet.transactions.left", { count: entry.balance })}</span>
      </span>
    </a>
  );
}
