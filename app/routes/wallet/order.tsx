import { data } from "react-router";
import { Methods } from "#app/features/wallet/methods.tsx";
import { NotConnected, PaymentsOff } from "#app/features/wallet/not-connected.tsx";
import type { Prices } from "#app/features/wallet/package-list.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { PaymentMethod } from "#worker/domains/prices.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";
import { formatTime } from "#worker/lib/dates.ts";
import { money, percent } from "#worker/lib/money.ts";
import type { Offer } from "#worker/wallet/wallet.contract.ts";
import css from "./wallet.module.css";

export const handle = { scripts: "member" };

interface Order {
  sold: true;
  offer: Offer;
  currency: string;
  discount: Prices["discount"];
  methods: PaymentMethod[];
  method: PaymentMethod | null;
}

/** `/credits/:id/:paymentmethod?`: an unavailable package or payment method is a 404. */
export async function loader({ params }: { params: { id: string; paymentmethod?: string } }): Promise<Order | { sold: false }> {
  const { backend, t, domain } = edge();
  await requireUser();
  const prices = await orThrow(backend.packages({}));
  // An upstream that sells, or an older one, plans nothing.
  if ((!domain.features.payments && !prices.planned) || isPlanned(prices, params)) return { sold: false };
  const { packages, currency, discount, payment_methods: methods } = prices;
  const offer = domain.features.payments ? packages.find(({ id }) => id === params.id) : undefined;
  const method = methods.find((one) => one === params.paymentmethod) ?? null;
  if (!offer || !currency || (params.paymentmethod && !method)) throw data({ message: t("errors.not_found") }, { status: 404 });
  return { sold: true, offer, currency, discount, methods, method };
}

function isPlanned({ planned }: Prices, { id, paymentmethod }: { id: string; paymentmethod?: string }): boolean {
  if (!planned?.packages.includes(id)) return false;
  return paymentmethod === undefined || planned.payment_methods.some((one) => one === paymentmethod);
}

export function ServerComponent({ loaderData: order }: { loaderData: Order | { sold: false } }) {
  const { t } = edge();
  if (!order.sold) return <PaymentsOff title={t("wallet.order.title")} />;
  return (
    <div className={`container ${css.page}`}>
      <Title>{t("wallet.order.title")}</Title>
      <PageHeader
        actions={
          <ButtonLink href="/credits" icon="back" variant="quiet">
            {t("wallet.order.back")}
          </ButtonLink>
        }
        title={t("wallet.order.title")}
      />
      <div className={css.checkout}>
        <Summary order={order} />
        <section className={css.section}>
          <h2>{t("wallet.order.methods")}</h2>
          <Methods chosen={order.method} methods={order.methods} of={order.offer.id} />
          {order.method === "directdebit" && (
            <p>
              <a href="/directdebit">{t("wallet.directdebit.more")}</a>
            </p>
          )}
          <NotConnected />
        </section>
      </div>
    </div>
  );
}

function Summary({ order: { offer, currency, discount, method } }: { order: Order }) {
  const { t, language, reader } = edge();
  const price = (amount: number) => money(amount, currency, language);
  return (
    <Card title={t("wallet.order.summary")}>
      <dl className={css.lines}>
        <div>
          <dt>{t("wallet.packages.credits", { count: offer.credits })}</dt>
          <dd>{price(offer.amount)}</dd>
        </div>
        {discount && offer.reduction > 0 && (
          <div className={css.less}>
            <dt>{t("wallet.order.discount", { percent: percent(discount.value_percentage, language), code: discount.code })}</dt>
            <dd>{price(-offer.reduction)}</dd>
          </div>
        )}
        {method && (
          <div>
            <dt>{t("wallet.order.paidBy")}</dt>
            <dd>{t(`wallet.order.method.${method}.name`)}</dd>
          </div>
        )}
        <div className={css.sum}>
          <dt>{t("wallet.order.total")}</dt>
          <dd>{price(offer.total)}</dd>
        </div>
      </dl>
      <p className={css.note}>{t("wallet.order.each", { price: price(offer.price_per_message) })}</p>
      {discount?.expires && <p className={css.note}>{t("wallet.order.until", { time: formatTime(discount.expires, reader) })}</p>}
    </Card>
  );
}
