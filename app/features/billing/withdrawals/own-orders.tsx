import { formState } from "#app/request/forms.ts";
import { Problems } from "#app/request/problems.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { WithdrawableOrder } from "#worker/billing/withdrawals/withdrawals.contract.ts";
import { totalOf } from "#worker/billing/withdrawals/withdrawals.vocabulary.ts";
import { formatDay, formatTime } from "#worker/platform/dates.ts";
import { newId } from "#worker/platform/ids.ts";
import { money } from "#worker/platform/money.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { withdrawOwn } from "./withdraw.actions.ts";
import css from "./withdrawals.module.css";

/** A member chooses purchases, then confirms them with their sum. */
export function OwnOrders({ orders, confirm }: { orders: WithdrawableOrder[]; confirm: string }) {
  const { t, url } = edge();
  const wanted = url.searchParams.getAll("order");
  const chosen = orders.filter(({ payment }) => wanted.includes(payment));
  if (chosen.length > 0) return <ConfirmOwn chosen={chosen} confirm={confirm} />;
  if (orders.length === 0)
    return (
      <EmptyState icon="coin" title={t("withdrawals.none")}>
        <a href="/withdraw?other">{t("withdrawals.another")}</a>
      </EmptyState>
    );
  const first = orders.find(({ outcome }) => outcome === "open")?.payment;
  return (
    <Card padding="l">
      <form action="/withdraw" className={css.form} method="get" noValidate>
        <fieldset className={css.orders}>
          <legend>{t("withdrawals.which")}</legend>
          {orders.map((order) => (
            <Checkbox
              defaultChecked={order.payment === first}
              hint={hintOf(order)}
              id={`order-${order.payment}`}
              key={order.payment}
              label={orderName(order)}
              name="order"
              value={order.payment}
            />
          ))}
        </fieldset>
        <Button size="l" wide>
          {t("withdrawals.form.continue")}
        </Button>
      </form>
      <a href="/withdraw?other">{t("withdrawals.another")}</a>
    </Card>
  );
}

async function ConfirmOwn({ chosen, confirm }: { chosen: WithdrawableOrder[]; confirm: string }) {
  const { t, settings } = edge();
  const state = formState("withdrawal-own");
  const user = await edge().user();
  return (
    <Card padding="l" title={t("withdrawals.check.title")}>
      <form action={withdrawOwn} className={css.form} noValidate>
        <Problems form={state} labels={{}} />
        <p>{t("withdrawals.check.text", { site: settings.name })}</p>
        <Lines orders={chosen} />
        <dl className={css.lines}>
          <div>
            <dt>{t("withdrawals.form.name")}</dt>
            <dd>{user?.profile.name}</dd>
          </div>
          <div>
            <dt>{t("withdrawals.check.receipt")}</dt>
            <dd>{user?.email}</dd>
          </div>
        </dl>
        <OrderFields orders={chosen} />
        <input name="withdrawal_key" type="hidden" value={state.values.withdrawal_key ?? newId()} />
        <p className="muted small">{t("withdrawals.check.note")}</p>
        <Button size="l" wide>
          {confirm}
        </Button>
      </form>
      <ButtonLink href="/withdraw" variant="quiet">
        {t("withdrawals.check.change")}
      </ButtonLink>
    </Card>
  );
}

/** Each purchase with what goes back, or why nothing does. */
export function Lines({ orders }: { orders: WithdrawableOrder[] }) {
  return (
    <ul className={css.list}>
      {orders.map((order) => (
        <li key={order.payment}>
          <strong>{orderName(order)}</strong>
          <span className="muted small">{hintOf(order)}</span>
        </li>
      ))}
    </ul>
  );
}

export function OrderFields({ orders }: { orders: WithdrawableOrder[] }) {
  return orders.map(({ payment, amount }) => <input key={payment} name="order" type="hidden" value={`${payment} ${amount}`} />);
}

export function sumOf(orders: WithdrawableOrder[]): string {
  const sums = totalOf(orders.filter(({ outcome }) => outcome === "open"));
  return sums.map(({ amount, currency }) => money(amount, currency, edge().language)).join(" + ");
}

function orderName({ credits, paid, currency, completed_at }: WithdrawableOrder): string {
  const { t, reader, language } = edge();
  return [
    t("wallet.packages.credits", { count: credits }),
    money(paid, currency, language),
    formatDay(completed_at, reader),
  ].join(" · ");
}

function hintOf({ outcome, amount, currency, until }: WithdrawableOrder): string {
  const { t, reader, language } = edge();
  if (outcome !== "open") return t(`withdrawals.reasons.${outcome}`);
  return t("withdrawals.back", { sum: money(amount, currency, language), time: formatTime(until, reader) });
}
