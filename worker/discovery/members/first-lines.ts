import type { z } from "zod";
import type { PromptAnswer } from "#db/schema/attributes.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { dayIn, zoneOf } from "#worker/platform/zones.ts";
import type { CardRow } from "./card.ts";
import type { firstLineSchema } from "./first-lines.contract.ts";
import { firstLine, PHOTO_LINES } from "./first-lines.vocabulary.ts";
import { ICEBREAKERS, isIcebreaker } from "./icebreakers.vocabulary.ts";
import { isIntimate } from "./interests.vocabulary.ts";
import { visibleNotes } from "./profile-own.vocabulary.ts";

interface Other {
  card: Pick<CardRow, "id" | "interests" | "mainPhoto">;
  prompts: PromptAnswer[];
  /** Null before it has begun. */
  conversation: object | string | null;
}

type Asking = Pick<MemberContext, "domain" | "now" | "t" | "viewer">;
type FirstLine = z.output<typeof firstLineSchema>;

/** Four times three. */
const MOST = 12;
const AT_ONCE = 3;

/**
 * Lines to begin a chat with, those about the other member first. A day has one order for each pair: no line comes twice, and
 * nothing is stored. The next day begins three further on.
 */
export function firstLinesOf(ctx: Asking, { card, prompts, conversation }: Other): FirstLine[] {
  if (conversation) return [];
  const { settings } = ctx.domain;
  const own = new Set<string>(ctx.viewer.profile.interests);
  const shown = settings.visible_profile_fields.includes("interests") ? card.interests : [];
  const shared = shown.filter((code) => own.has(code) && !isIntimate(code));
  const answered = visibleNotes(settings).includes("prompts") ? prompts : [];
  const about = [...shared.map((code) => `interest-${code}`), ...answered.map(({ question }) => `prompt-${question}`)];
  const photo = card.mainPhoto === null ? [] : PHOTO_LINES.map((number) => `photo-${number}`);
  const day = Math.round(dayIn(zoneOf(ctx.viewer.profile.country), ctx.now).from / DAY);
  const pair = `${ctx.viewer.id} ${card.id}`;
  const codes = [about, photo, [...ICEBREAKERS]].flatMap((kind) => ofDay(kind, pair, day));
  const lines = codes.flatMap((code) => {
    const text = firstLine(ctx.t, code);
    return text === null ? [] : [{ code, text, icebreaker: isIcebreaker(code) }];
  });
  return lines.slice(0, MOST);
}

/** In an order of the pair's own, begun at another place each day. */
function ofDay(codes: readonly string[], pair: string, day: number): string[] {
  const mixed = codes.toSorted((a, b) => hashOf(`${pair} ${a}`) - hashOf(`${pair} ${b}`));
  const start = mixed.length > 0 ? (day * AT_ONCE) % mixed.length : 0;
  return [...mixed.slice(start), ...mixed.slice(0, start)];
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
