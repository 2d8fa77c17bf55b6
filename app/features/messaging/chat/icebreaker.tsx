import { linesOf } from "#app/features/discovery/likes/ready-lines.ts";
import { firstLine } from "#worker/discovery/members/first-lines.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { FirstLine } from "./first-lines.client.ts";

/** The opening line named in the chat's query, translated; null for an unknown code. */
export function icebreakerLine(): string | null {
  const { t, url } = edge();
  return firstLine(t, url.searchParams.get("icebreaker") ?? "");
}

/** Lines for an empty chat. The chosen line fills the field and stays editable. */
export function firstLines(chat: CallOutput<"chat">): FirstLine[] {
  const { profile, icebreaker_price: icebreaker, price } = chat;
  return linesOf(chat).map(({ code, text, icebreaker: dear }) => {
    const own = icebreaker !== null && dear;
    return {
      href: `/members/${profile.id}/chat?icebreaker=${code}`,
      text,
      icebreaker: own ? { code, price: icebreaker, differs: icebreaker !== price, cost: priceText(icebreaker) } : null,
    };
  });
}

/** What sending the text costs that the page brings in its field. In credits. */
export function fieldPrice(chat: CallOutput<"chat">): number {
  const words = (icebreakerLine() ?? chat.draft ?? "").trim();
  const line = chat.conversation ? null : firstLines(chat).find(({ text }) => text === words);
  return line?.icebreaker?.price ?? chat.price;
}

/** Without scripts "Other lines" is a link to the same chat: the number of the lines' page, from 0. */
export function linesPage(): number {
  const asked = Number(edge().url.searchParams.get("lines"));
  return Number.isInteger(asked) && asked > 0 ? asked : 0;
}

export function priceText(credits: number): string {
  const { t } = edge();
  return credits > 0 ? t("wallet.price", { count: credits }) : t("wallet.nothing");
}
