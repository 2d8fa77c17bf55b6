import { FILE_WORDS, nameOf } from "#app/features/backoffice/staff/file-words.ts";
import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Time } from "#app/features/backoffice/staff/time.tsx";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Button } from "#app/ui/button.tsx";
import { money } from "#worker/platform/money.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import { ProposeRefund } from "./propose-refund.tsx";
import { Rows } from "./rows.tsx";

type Account = NonNullable<Awaited<ReturnType<StaffBackend["memberFile"]>>["account"]>;

function sharesOf({ shares, currency }: Account["payments"][number]) {
  const fixed = (["unused", "whole"] as const).flatMap((share) => {
    const sum = shares[share];
    return sum ? [{ value: share as string, label: `${WORDS.refund.shares[share]}: ${money(sum.amount, currency, "en")}` }] : [];
  });
  return fixed.length > 0 ? [...fixed, { value: "sum", label: WORDS.refund.shares.sum }] : [];
}

const entryOf = ({ kind, messages }: Account["ledger"][number]) =>
  messages === null || messages === 1 ? FILE_WORDS.ledger[kind] : WORDS.member.messages(messages);

export function MemberAccount({ account, id }: { account: Account; id: string }) {
  const words = WORDS.member;
  const { heads } = words;
  const page = `/staff/members/${id}`;
  const sessions = account.sessions.filter(({ open }) => open);
  return (
    <>
      <h2>{words.account}</h2>
      <p>{`${account.email}, ${account.language}. ${words.balance(account.credits, account.debt)}`}</p>
      <Rows
        head={heads.ledger}
        rows={account.ledger.map((one) => ({
          key: `${one.id}`,
          cells: [<Time at={one.created_at} key="created_at" />, entryOf(one), one.amount, one.payment],
        }))}
        title={words.ledger}
      />
      {account.next !== null && <a href={`${page}?before=${account.next}`}>{words.older}</a>}
      <Rows
        head={heads.payment}
        rows={account.payments.map((one) => ({
          key: one.id,
          cells: [
            <Time at={one.created_at} key="created_at" />,
            one.id,
            FILE_WORDS.payments[one.status],
            money(one.amount, one.currency, "en"),
            one.refunded > 0 && money(one.refunded, one.currency, "en"),
            one.credits,
            nameOf(one.method),
          ],
        }))}
        title={words.payments}
      />
      {account.payments.map((payment) => {
        if (payment.refund_waits)
          return (
            <p key={payment.id}>
              {WORDS.refund.waits(payment.id)} <a href="/staff/refunds">{WORDS.refund.latest}</a>
            </p>
          );
        const shares = sharesOf(payment);
        return (
          shares.length > 0 && (
            <details key={payment.id} open={staffForm("proposeRefund", { payment: payment.id }).code !== null}>
              <summary>{WORDS.refund.proposeOf(payment.id)}</summary>
              <ProposeRefund currency={payment.currency} page={page} payment={payment.id} shares={shares} />
            </details>
          )
        );
      })}
      <Rows
        head={heads.method}
        rows={account.methods.map((one) => ({
          key: one.label + one.created_at,
          cells: [<Time at={one.created_at} key="created_at" />, nameOf(one.kind), one.status, one.label],
        }))}
        title={words.methods}
      />
      <Rows
        head={heads.session}
        rows={account.sessions.map((one, index) => ({
          key: `${index} ${one.created_at}`,
          cells: [
            <Time at={one.created_at} key="created_at" />,
            [one.browser, one.system].filter(Boolean).join(", "),
            one.country,
            one.last_seen_at && <Time at={one.last_seen_at} key="last_seen_at" />,
            one.open ? words.open : words.ended,
          ],
        }))}
        title={words.sessions}
      />
      {sessions.length > 0 && (
        <StaffForm call="endMemberSessions" then={page}>
          <input name="id" type="hidden" value={id} />
          <Button variant="secondary">{words.endAll}</Button>
        </StaffForm>
      )}
      <Rows
        head={heads.mail}
        rows={account.mails.map((one, index) => ({
          key: `${index} ${one.created_at}`,
          cells: [
            <Time at={one.created_at} key="created_at" />,
            nameOf(one.kind),
            one.status,
            one.again ? (
              <StaffForm call="sendMailAgain" key="again" then={page}>
                <input name="id" type="hidden" value={id} />
                <input name="mail" type="hidden" value={one.again} />
                <Button variant="secondary">{words.mailAgain}</Button>
              </StaffForm>
            ) : (
              one.sent_at && <Time at={one.sent_at} key="sent_at" />
            ),
          ],
        }))}
        title={words.mails}
      />
      <Rows
        head={heads.consent}
        rows={account.consents.map((one) => ({
          key: `${one.kind} ${one.version}`,
          cells: [<Time at={one.accepted_at} key="accepted_at" />, nameOf(one.kind), one.version, one.language],
        }))}
        title={words.consents}
      />
    </>
  );
}
