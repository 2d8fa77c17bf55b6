import { data } from "react-router";
import { ReceiptView } from "#app/features/billing/payments/receipt.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import type { Payment } from "#worker/billing/payments/payments.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

interface Found {
  payment: Payment;
  receipt: Payment["receipts"][number];
}

/** The receipt of a payment; a 404 before its completion. */
export async function loader({ params: { id } }: { params: { id: string } }): Promise<Found> {
  const { backend, t } = edge();
  const { payment } = await orThrow(backend.payment({ id: id.slice(0, 200) }));
  const receipt = payment.receipts.find(({ kind }) => kind === "receipt");
  if (!receipt) throw data({ message: t("errors.not_found") }, { status: 404 });
  return { payment, receipt };
}

export function ServerComponent({ loaderData }: { loaderData: Found }) {
  return <ReceiptView {...loaderData} />;
}
