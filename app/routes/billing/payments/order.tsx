import { data } from "react-router";
import { Checkout, type TypedCode } from "#app/features/billing/payments/checkout.tsx";
import { Methods } from "#app/features/billing/payments/methods.tsx";
import { quoteFor } from "#app/features/billing/payments/quote.ts";
import { PaymentsOff } from "#app/features/billing/wallet/not-connected.tsx";
import type { Prices } from "#app/features/billing/wallet/package-list.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Quote } from "#worker/billing/payments/payments.contract.ts";
import { money } from "#worker/platform/money.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";

export const handle = { scripts: "member" };

interface Order {
  sold: true;
  id: string;
  credits: number;
  /** With tax and the active discount; a code may lower it. */
  price: string;
  methods: PaymentMethod[];
  /** Null until a way to pay is chosen. */
  chosen: { method: PaymentMethod; quote: Quote; typed: TypedCode | null } | null;
}

/** `/credits/:id/:paymentmethod?`: an unavailable package or payment method is a 404. */
export async function loader({ params }: { params: { id: string; paymentmethod?: string } }): Promise<Order | { sold: false }> {
  const { backend, t, domain, language } = edge();
  await requireUser();
  const prices = await orThrow(backend.packages({}));
  // An upstream that sells, or an older one, plans nothing.
  if ((!domain.features.payments && !prices.planned) || isPlanned(prices, params)) return { sold: false };
  const { packages, currency, payment_methods: methods } = prices;
  const offer = domain.features.payments ? packages.find(({ id }) => id === params.id) : undefined;
  const method = methods.find((one) => one === params.paymentmethod) ?? null;
  if (!offer || !currency || (params.paymentmethod && method === null))
    throw data({ message: t("errors.not_found") }, { status: 404 });
  return {
    sold: true,
    id: offer.id,
    credits: offer.credits,
    price: money(offer.total, currency, language),
    methods,
    chosen: method === null ? null : { method, ...(await quoteFor(offer.id, method)) },
  };
}

function isPlanned({ planned }: Prices, { id, paymentmethod }: { id: string; paymentmethod?: string }): boolean {
  if (!planned?.packages.includes(id)) return false;
  return paymentmethod === undefined || planned.payment_methods.some((one) => one === paymentmethod);
}

export function ServerComponent({ loaderData: order }: { loaderData: Order | { sold: false } }) {
  const { t } = edge();
  if (!order.sold) return <PaymentsOff title={t("payments.order.title")} />;
  const { id, credits, price, methods, chosen } = order;
  return (
    <div className="container reading page stack loose">
      <Title>{t("payments.order.title")}</Title>
      <PageHeader
        actions={
          <ButtonLink href="/credits" icon="back" variant="quiet">
            {t("payments.order.back")}
          </ButtonLink>
        }
        intro={
          !chosen && (
            <>
              {t("wallet.packages.credits", { count: credits })} · <strong>{price}</strong>
            </>
          )
        }
        title={t("payments.order.title")}
      />
      <section className="stack">
        <h2>{t("payments.order.methods")}</h2>
        <Methods chosen={chosen?.method ?? null} methods={methods} of={id} />
        <p className="muted small">{t("wallet.packages.once")}</p>
      </section>
      {chosen && <Checkout quote={chosen.quote} typed={chosen.typed} />}
    </div>
  );
}
