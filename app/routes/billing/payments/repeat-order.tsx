import { Checkout, PayBar, PayRefusal, type TypedCode } from "#app/features/billing/payments/checkout.tsx";
import { quoteFor } from "#app/features/billing/payments/quote.ts";
import { PaymentsOff } from "#app/features/billing/wallet/not-connected.tsx";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import type { Quote } from "#worker/billing/payments/payments.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

/** Null where there is no order to repeat, or its package or way to pay is no longer offered. */
export async function loader(): Promise<{ quote: Quote; typed: TypedCode | null } | null> {
  await requireUser();
  const { backend, domain } = edge();
  if (!domain.features.payments) return null;
  const [{ last }, { packages, payment_methods: methods }] = await Promise.all([
    orThrow(backend.orders({})),
    orThrow(backend.packages({})),
  ]);
  const offered = last && packages.some(({ id }) => id === last.package) && methods.includes(last.method);
  return offered ? quoteFor(last.package, last.method) : null;
}

/** The last order at today's price; nothing is ordered before the button. */
export function ServerComponent({ loaderData: order }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  const { t, domain } = edge();
  if (!domain.features.payments) return <PaymentsOff title={t("payments.repeat.title")} />;
  if (!order)
    return (
      <div className="container page">
        <Title>{t("payments.repeat.title")}</Title>
        <ResultMessage
          icon="retry"
          onwards={{ href: "/credits", icon: "coin", label: t("wallet.packages.label") }}
          title={t("payments.repeat.none")}
        >
          {t("payments.repeat.hint")}
        </ResultMessage>
      </div>
    );
  return (
    <div className="container reading page stack loose">
      <Title>{t("payments.checkout.repeat.title")}</Title>
      <PageHeader
        actions={
          <ButtonLink href="/credits" icon="coin" variant="secondary">
            {t("payments.checkout.repeat.change")}
          </ButtonLink>
        }
        intro={t("payments.checkout.repeat.intro")}
        title={t("payments.checkout.repeat.title")}
      />
      <PayRefusal />
      <Checkout quote={order.quote} typed={order.typed} />
      <PayBar quote={order.quote} />
    </div>
  );
}
