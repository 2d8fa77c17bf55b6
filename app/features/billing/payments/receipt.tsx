import { withdrawalLabels } from "#app/features/billing/withdrawals/words.ts";
import { Title } from "#app/head/title.tsx";
import { countryName } from "#app/request/country-name.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { ScriptOnly } from "#app/ui/script-only.tsx";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { percent } from "#worker/platform/money.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { servesEurope } from "#worker/sites/domains/withdrawal.vocabulary.ts";
import { lookPath } from "./look.ts";
import { methodName, priceIn } from "./payment-lines.tsx";
import { PrintButton } from "./print-button.client.tsx";
import css from "./receipt.module.css";

type Receipt = Payment["receipts"][number];

/** The receipt on one printed page, with its credit notes. */
export async function ReceiptView({ payment, receipt }: { payment: Payment; receipt: Receipt }) {
  const { t, reader, settings } = edge();
  const title = t("payments.receipt.title", { number: receipt.number });
  const notes = payment.receipts.filter(({ kind }) => kind === "credit_note");
  return (
    <div className={`container ${css.page}`}>
      <Title>{title}</Title>
      <div className={css.tools}>
        <BackLink href={lookPath(payment.id)} label={t("payments.receipt.back")} />
        <ScriptOnly otherwise={t("payments.receipt.howToPrint")}>
          <PrintButton label={t("payments.receipt.print")} />
        </ScriptOnly>
      </div>
      <article className={css.sheet}>
        <header className={css.header}>
          <h1>{title}</h1>
          <p className={css.site}>{settings.mail_name}</p>
        </header>
        <div className={css.parties}>
          <Seller seller={payment.seller} />
          <dl className={css.facts}>
            <dt>{t("payments.receipt.buyer")}</dt>
            <dd>{payment.buyer}</dd>
            <dt>{t("wallet.transactions.date")}</dt>
            <dd>{formatDay(receipt.created_at, reader)}</dd>
            <dt>{t("payments.order.paidBy")}</dt>
            <dd>{methodName(payment)}</dd>
            <dt>{t("payments.receipt.payment")}</dt>
            <dd>{payment.id}</dd>
          </dl>
        </div>
        <Items payment={payment} receipt={receipt} />
        {notes.map((note) => (
          <CreditNote key={note.number} note={note} payment={payment} />
        ))}
        {servesEurope(settings) && (
          <p>
            <a href={`/withdraw?order=${payment.id}`}>{(await withdrawalLabels()).here}</a>
          </p>
        )}
      </article>
    </div>
  );
}

function Seller({ seller }: { seller: Payment["seller"] }) {
  const { t } = edge();
  return (
    <address className={css.seller}>
      <strong>{seller.name}</strong>
      <span>{seller.address}</span>
      <span>{seller.city}</span>
      <span>{countryName(seller.country)}</span>
      {seller.register && <span>{t("payments.receipt.register", { number: seller.register })}</span>}
      {seller.vat && <span>{t("payments.receipt.vat", { number: seller.vat })}</span>}
    </address>
  );
}

function Items({ payment, receipt }: { payment: Payment; receipt: Receipt }) {
  const { t, language, settings } = edge();
  const { list_amount, reduction, discount } = payment;
  const price = priceIn(payment);
  return (
    <table className={css.table}>
      <caption className="visually-hidden">{t("payments.order.summary")}</caption>
      <tbody>
        <tr>
          <th scope="row">{t("payments.description", { count: payment.credits, site: settings.mail_name })}</th>
          <td>{price(list_amount)}</td>
        </tr>
        {reduction > 0 && discount && (
          <tr>
            <th scope="row">
              {t("payments.order.discount", { percent: percent(discount.value_percentage, language), code: discount.code })}
            </th>
            <td>{price(-reduction)}</td>
          </tr>
        )}
        <Taxes payment={payment} receipt={receipt} sign={1} />
      </tbody>
    </table>
  );
}

function CreditNote({ payment, note }: { payment: Payment; note: Receipt }) {
  const { t, reader } = edge();
  return (
    <section className={css.noteOf}>
      <h2>{t("payments.receipt.note", { number: note.number })}</h2>
      <p>{formatDay(note.created_at, reader)}</p>
      <table className={css.table}>
        <caption className="visually-hidden">{t("payments.receipt.note", { number: note.number })}</caption>
        <tbody>
          <Taxes payment={payment} receipt={note} sign={-1} />
        </tbody>
      </table>
    </section>
  );
}

function Taxes({ payment, receipt, sign }: { payment: Payment; receipt: Receipt; sign: 1 | -1 }) {
  const { t, language } = edge();
  const { rate, country } = payment.tax;
  const format = priceIn(payment);
  const price = (amount: number) => format(sign * amount || 0);
  return (
    <>
      <tr>
        <th scope="row">{t("payments.receipt.net")}</th>
        <td>{price(receipt.amount - receipt.tax_amount)}</td>
      </tr>
      <tr>
        <th scope="row">{t("payments.receipt.tax", { rate: percent(rate, language), country: countryName(country) })}</th>
        <td>{price(receipt.tax_amount)}</td>
      </tr>
      <tr className={css.sum}>
        <th scope="row">{t("payments.order.total")}</th>
        <td>{price(receipt.amount)}</td>
      </tr>
    </>
  );
}
