import { ICEBREAKERS } from "#worker/discovery/members/icebreakers.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { FirstLine } from "./first-lines.client.tsx";

/** The opening line named in the chat's query, translated; null for an unknown number. */
export function icebreakerLine(): string | null {
  const { t, url } = edge();
  const line = ICEBREAKERS.find((number) => number === url.searchParams.get("icebreaker"));
  return line ? t(`chat.icebreaker.lines.${line}`) : null;
}

/** These cost what any message costs; the others are icebreakers, at a price of their own. */
const FREE_TEXTS = ICEBREAKERS.slice(0, 3);

/** Lines for an empty chat. The chosen line fills the field and stays editable. */
export function firstLines({ profile, icebreaker_price: icebreaker, price }: CallOutput<"chat">): FirstLine[] {
  const { t } = edge();
  return ICEBREAKERS.map((code) => {
    const own = icebreaker !== null && !FREE_TEXTS.some((line) => line === code);
    return {
      href: `/members/${profile.id}/chat?icebreaker=${code}`,
      text: t(`chat.icebreaker.lines.${code}`),
      icebreaker: own ? { code, price: icebreaker, differs: icebreaker !== price, cost: priceText(icebreaker) } : null,
    };
  });
}

export function priceText(credits: number): string {
  const { t } = edge();
  return credits > 0 ? t("wallet.price", { count: credits }) : t("wallet.free");
}
