import type { Proposal } from "#worker/backoffice/queues/refund-proposals.contract.ts";
import { money } from "#worker/platform/money.ts";
import { REFUND_WORDS } from "./refund-words.ts";

type Stated = Pick<Proposal, "status" | "refusal" | "refund" | "by_two" | "left" | "currency">;

export function refundState({ status, refusal, refund, by_two, left, currency }: Stated): string {
  const words = REFUND_WORDS;
  if (refund) return words.money[refund];
  if (status === "proposed") return by_two ? words.second : words.soon;
  if (status === "superseded" && left > 0) return words.rest(money(left, currency, "en"));
  return refusal ? `${words.states[status]}: ${words.whyNot[refusal]}` : words.states[status];
}
