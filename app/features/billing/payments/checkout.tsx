import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Input } from "#app/ui/input.tsx";
import type { Quote } from "#worker/billing/payments/payments.contract.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { money, percent } from "#worker/platform/money.ts";
import { typedCode } from "#worker/platform/typed.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./checkout.module.css";
import { methodTexts } from "./method-texts.ts";
import { pay } from "./pay.actions.ts";
import { Line } from "./payment-lines.tsx";
import order from "./payments.module.css";

/** A typed code and why it is refused, if it is. */
export interface TypedCode {
  code: string;
  error: FieldError | null;
}

/** Why the last press was refused. */
export function PayRefusal() {
  const { message } = formState("pay");
  return message && <Alert tone="error">{message}</Alert>;
}

/** The order, its price and the code field. `PayBar` has the button. */
export function Checkout({ quote, typed }: { quote: Quote; typed: TypedCode | null }) {
  return (
    <div className={css.checkout}>
      <Lines quote={quote} />
      {quote.settles > 0 && <Alert tone="info">{edge().t("payments.chargeback.settles", { count: quote.settles })}</Alert>}
      <CodeForm quote={quote} typed={typed} />
      {quote.method === "directdebit" ? <ToDirectDebit /> : <PayForm code={codeOf(typed)} quote={quote} />}
    </div>
  );
}

export const codeOf = (typed: TypedCode | null) => (typed && !typed.error ? typed.code : null);

/** Account, SMS code and permission come first; the order is made by the permission. */
function ToDirectDebit() {
  const { t } = edge();
  return (
    <section className={css.next}>
      <h2>{t("payments.checkout.next.title")}</h2>
      <p>{t("payments.checkout.next.directdebit")}</p>
    </section>
  );
}

const FORM = "pay-form";

/** Always in view. It names the order beside the button, however far its summary is. */
export function PayBar({ quote }: { quote: Quote }) {
  const { t, language, url } = edge();
  const amount = money(quote.amount, quote.currency, language);
  const query = new URLSearchParams({ ...Object.fromEntries(url.searchParams), package: quote.package });
  return (
    <div className={css.bar}>
      <p className={css.what}>
        {t("wallet.packages.credits", { count: quote.credits })} · {methodTexts(quote.method).name}
      </p>
      {quote.method === "directdebit" ? (
        <ButtonLink href={`/directdebit?${query}`} wide>
          {t("payments.checkout.next.go")}
        </ButtonLink>
      ) : (
        <Button form={FORM} wide>
          {t("payments.checkout.pay", { amount })}
        </Button>
      )}
    </div>
  );
}

function Lines({
  quote: { credits, currency, list_amount, reduction, amount, discount, tax, method, price_per_message },
}: {
  quote: Quote;
}) {
  const { t, language } = edge();
  const price = (sum: number) => money(sum, currency, language);
  return (
    <Card title={t("payments.order.summary")}>
      <dl className={order.lines}>
        <Line of={t("wallet.packages.credits", { count: credits })}>{price(list_amount)}</Line>
        {discount && reduction > 0 && (
          <Line
            look={order.less}
            of={t("payments.order.discount", { percent: percent(discount.value_percentage, language), code: discount.code })}
          >
            {price(-reduction)}
          </Line>
        )}
        <Line of={t("payments.order.paidBy")}>{methodTexts(method).name}</Line>
        <Line look={order.sum} of={t("payments.order.total")}>
          {price(amount)}
        </Line>
      </dl>
      <p className="muted small">
        {tax.amount > 0 && <>{t("payments.checkout.tax", { amount: price(tax.amount), rate: percent(tax.rate, language) })} </>}
        {t("payments.order.each", { price: price(price_per_message) })}
      </p>
    </Card>
  );
}

/** GET: the address holds the code, which survives a refusal, a reload and a page without scripts. */
function CodeForm({ quote, typed }: { quote: Quote; typed: TypedCode | null }) {
  const { t } = edge();
  const error = typed?.error ? t(`errors.field.${typed.error.code}`, typed.error.params) : undefined;
  const taken = typed && !typed.error && quote.discount?.code === typedCode(typed.code).toUpperCase();
  return (
    <details className={css.code} open={typed !== null}>
      <summary>{t("payments.checkout.code.have")}</summary>
      <form className={css.codeForm} method="get" noValidate>
        <Input
          autoComplete="off"
          defaultValue={typed?.code}
          error={error}
          label={t("payments.checkout.code.label")}
          maxLength={64}
          name="discountcode"
          spellCheck={false}
        />
        <Button variant="secondary">{t("payments.checkout.code.apply")}</Button>
      </form>
      {typed && !typed.error && (
        <p className={css.taken} role="status">
          <Icon name="check" size="s" />
          {t(taken ? "payments.checkout.code.taken" : "payments.checkout.code.better", {
            code: typedCode(typed.code).toUpperCase(),
          })}
        </p>
      )}
    </details>
  );
}

function PayForm({ quote, code }: { quote: Quote; code: string | null }) {
  const { t, language, domain, settings } = edge();
  const amount = money(quote.amount, quote.currency, language);
  return (
    <form action={pay} className={css.pay} id={FORM} noValidate>
      <OrderFields code={code} quote={quote} />
      {quote.stored.length > 0 && <Stored amount={amount} quote={quote} />}
      <section className={css.next}>
        <h2>{t("payments.checkout.next.title")}</h2>
        {quote.stored.length === 0 && <p>{methodTexts(quote.method).next}</p>}
        <p>{t("payments.checkout.next.then")}</p>
        {domain.features.refunds && <p>{t("payments.checkout.refund", { count: settings.refund_days })}</p>}
      </section>
    </form>
  );
}

/** What a form of an order posts; `orderOf` reads it. */
export function OrderFields({ quote, code }: { quote: Quote; code: string | null }) {
  return (
    <>
      <input name="package" type="hidden" value={quote.package} />
      <input name="method" type="hidden" value={quote.method} />
      <input name="expected" type="hidden" value={quote.amount} />
      <input name="key" type="hidden" value={newId()} />
      {code && <input name="discountcode" type="hidden" value={code} />}
    </>
  );
}

/** A stored method pays at once; the last choice leads to the provider's page. */
export function Stored({ quote: { stored, method }, amount }: { quote: Quote; amount: string }) {
  const { t } = edge();
  return (
    <fieldset className={css.stored}>
      <legend>{t("payments.checkout.how")}</legend>
      {stored.map(({ id, label }, index) => (
        <label key={id}>
          <input defaultChecked={index === 0} name="stored" type="radio" value={id} />
          <span>
            <strong>{t("payments.checkout.stored", { label })}</strong>
            <span className="muted small">{t("payments.checkout.atOnce", { amount })}</span>
          </span>
        </label>
      ))}
      <label>
        <input name="stored" type="radio" value="" />
        <span>
          <strong>{t("payments.checkout.another")}</strong>
          <span className="muted small">{methodTexts(method).next}</span>
        </span>
      </label>
    </fieldset>
  );
}
