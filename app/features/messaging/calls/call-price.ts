import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Price = NonNullable<CallOutput<"chat">["calls"]>["price"];

/** Shown before the call starts: its price, who pays it, and the member's balance. */
export function callPrice(
  { per, credits }: Price,
  { profile, credits: balance }: Pick<CallOutput<"chat">, "profile" | "credits">,
) {
  const { t } = edge();
  if (per === "free" || credits === 0) return t("calls.price.free");
  const price = t("wallet.price", { count: credits });
  return [
    t(per === "minute" ? "calls.price.minute" : "calls.price.call", { price, name: profile.name }),
    t("calls.price.balance", { credits: t("wallet.price", { count: balance }) }),
  ].join(" ");
}
