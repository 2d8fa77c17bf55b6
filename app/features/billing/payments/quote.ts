import { orThrow } from "#app/request/or-throw.ts";
import type { Quote } from "#worker/billing/payments/payments.contract.ts";
import { AppError } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import type { TypedCode } from "./checkout.tsx";

const FIELD = "discountcode";

/** Prices an order with the code of the address or of the earlier link. A refused code is left out. */
export async function quoteFor(id: string, method: PaymentMethod): Promise<{ quote: Quote; typed: TypedCode | null }> {
  const { backend, url, storedCode } = edge();
  const order = { package: id, method };
  const asked = url.searchParams.get(FIELD);
  const code = (asked ?? storedCode)?.slice(0, 64) || null;
  if (code === null) return { quote: await orThrow(backend.quote(order)), typed: null };
  try {
    return { quote: await backend.quote({ ...order, discountcode: code }), typed: { code, error: null } };
  } catch (error) {
    const refused = error instanceof AppError ? error.fields.find(({ field }) => field === FIELD) : undefined;
    if (!refused) throw error;
    // A code stored by an earlier page is refused in silence.
    return { quote: await orThrow(backend.quote(order)), typed: asked === null ? null : { code, error: refused } };
  }
}
