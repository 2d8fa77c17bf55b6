import { data, redirect } from "react-router";
import { looksOnly } from "#app/features/billing/payments/look.ts";
import { isEnded, isFresh, PaymentPage, type PaymentPageProps } from "#app/features/billing/payments/payment-page.tsx";
import { entryTitle, formatChange } from "#app/features/billing/wallet/ledger-entry.tsx";
import { leadFrom, sendWaiting } from "#app/features/messaging/waiting/returned.ts";
import { placeOf } from "#app/features/messaging/waiting/sheet.ts";
import { Unsent } from "#app/features/messaging/waiting/unsent.tsx";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Transaction } from "#worker/billing/wallet/wallet.contract.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./wallet.module.css";

export const handle = { scripts: "member" };

/** Ids of payments; those of ledger entries are longer. */
const PAYMENT = /^[0-9a-z]{20}$/;

type Found = PaymentPageProps | { payment: null; entry: Transaction };

/** A payment or a ledger entry of the member; any other id is a 404. */
export async function loader({ params: { id } }: { params: { id: string } }): Promise<Found> {
  const { backend, url } = edge();
  if (PAYMENT.test(id)) {
    const { payment } = await orThrow(backend.payment({ id }).catch(refuse));
    const looks = looksOnly(url);
    const waits = payment.waits ? await sendWaiting(id, looks) : null;
    const to = !looks && waits && (waits.decided || isFresh(payment)) && leadFrom(waits, id);
    if (to) throw redirect(to);
    const methods = isEnded(payment) ? (await orThrow(backend.packages({}))).payment_methods : [];
    const back = waits && { href: placeOf(waits, id), name: waits.profile.name };
    return {
      payment,
      methods,
      back,
      unsent: waits && <Unsent paid={payment.status === "completed" ? id : null} waiting={waits} />,
      waiting: payment.status === "completed" ? await waitingChat() : null,
    };
  }
  // Cut to 200 characters: the call rejects longer ids as invalid instead of unknown.
  const { transactions } = await orThrow(backend.transactions({ id: id.slice(0, 200) }));
  return { payment: null, entry: transactions[0] as Transaction };
}

/** Who paid with another account and is back in this one must not think that the money is lost. */
function refuse(error: unknown): never {
  if (error instanceof AppError && error.code === "not_found")
    throw data({ message: edge().t("payments.unknown") }, { status: 404 });
  throw error;
}

/** Of the newest chats the first with an unsent text. */
async function waitingChat(): Promise<PaymentPageProps["waiting"]> {
  const { chats } = await orThrow(edge().backend.chats({}));
  const row = chats.find(({ draft }) => draft);
  return row ? { conversation: row.conversation.id, name: row.profile.name, text: row.draft ?? "" } : null;
}

export function ServerComponent({ loaderData: found }: { loaderData: Found }) {
  return found.payment ? <PaymentPage {...found} /> : <Entry entry={found.entry} />;
}

function Entry({ entry }: { entry: Transaction }) {
  const { t, language, reader } = edge();
  return (
    <div className="container reading page stack loose">
      <Title>{entryTitle(entry)}</Title>
      <PageHeader back={{ href: "/transactions", label: t("wallet.transactions.back") }} title={entryTitle(entry)} />
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
        <p className="muted small">
          {entry.messages > 1 ? t("wallet.transactions.aboutMessages") : t(`wallet.transactions.about.${entry.kind}`)}
        </p>
        {entry.profile?.fictional && (
          <p>
            <FictionalBadge>{fictionalWord()}</FictionalBadge>
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
