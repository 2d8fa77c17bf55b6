import { data } from "react-router";
import { BuyPage } from "#app/features/billing/payments/buy-page.tsx";
import { type Buying, buying } from "#app/features/billing/payments/buying.ts";
import { PaymentsOff } from "#app/features/billing/wallet/not-connected.tsx";
import type { Prices } from "#app/features/billing/wallet/package-list.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

interface Params {
  id: string;
  paymentmethod?: string;
}

/** `/credits/:id/:paymentmethod?`: an unavailable package or payment method is a 404. Null where nothing is sold. */
export async function loader({ params }: { params: Params }): Promise<Buying | null> {
  const { backend, t, domain } = edge();
  await requireUser();
  const prices = await orThrow(backend.packages({}));
  // An upstream that sells, or an older one, plans nothing.
  if ((!domain.features.payments && !prices.planned) || isPlanned(prices, params)) return null;
  const { packages, currency, payment_methods: methods } = prices;
  const offer = domain.features.payments ? packages.find(({ id }) => id === params.id) : undefined;
  const method = methods.find((one) => one === params.paymentmethod);
  if (!offer || !currency || (params.paymentmethod && !method)) throw data({ message: t("errors.not_found") }, { status: 404 });
  return buying(prices, { id: offer.id, method });
}

function isPlanned({ planned }: Prices, { id, paymentmethod }: Params): boolean {
  if (!planned?.packages.includes(id)) return false;
  return paymentmethod === undefined || planned.payment_methods.some((one) => one === paymentmethod);
}

export function ServerComponent({ loaderData: order }: { loaderData: Buying | null }) {
  return order ? <BuyPage {...order} /> : <PaymentsOff title={edge().t("wallet.credits")} />;
}
