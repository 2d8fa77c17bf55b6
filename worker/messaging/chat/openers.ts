import { isFirstLine } from "#worker/discovery/members/first-lines.vocabulary.ts";
import { isSlowed, SAME_FREE, type Signals, SLOWED } from "#worker/discovery/signals/signals.vocabulary.ts";
import { isSameText, sketchOf } from "#worker/discovery/signals/text-sketch.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { invalid } from "#worker/platform/errors.ts";
import type { Begun, NewOpener, Opener } from "./opener.sql.ts";

/** Members who may get nearly the same first message within `WINDOW` (ms). */
const SAME_ALLOWED = 10;
const WINDOW = 7 * DAY;

/** `earlier`: newest first. Null for a ready line of the site. @throws invalid */
export function openerOf(ctx: MemberContext, text: string, receiver: string, earlier: Opener[]): NewOpener | null {
  if (isFirstLine(ctx.t, text)) return null;
  const sketch = sketchOf(text, receiver);
  return countedOf(ctx, sketch, receiver, earlier);
}

/** An edited first message counts as a further one, unless it says nearly what was sent at `begunAt` (ms). @throws invalid */
export function editedOpenerOf(
  ctx: MemberContext,
  text: string,
  receiver: string,
  { begunAt, earlier }: Begun,
): NewOpener | null {
  const sketch = sketchOf(text, receiver);
  const [own, another] = earlier.filter(({ createdAt }) => createdAt === begunAt);
  // Two conversations that began in the same millisecond cannot be told apart.
  if (own && !another && isSameText(own.sketch, sketch)) return null;
  return countedOf(ctx, sketch, receiver, earlier);
}

/** Adds a repeated first message to the signals of a text. Null for most: then nothing more is written. */
export function withOpener(found: Signals | null, opener: NewOpener | null): Signals | null {
  return opener?.repeated ? { ...found, openers: 1 } : found;
}

function countedOf(ctx: MemberContext, sketch: string, receiver: string, earlier: Opener[]): NewOpener {
  const same = earlier.filter((one) => one.createdAt > ctx.now - WINDOW && isSameText(one.sketch, sketch)).length;
  const allowed = isSlowed(ctx.viewer.account) ? SLOWED.sameOpeners : SAME_ALLOWED;
  if (same >= allowed) throw invalid({ field: "text", code: "opener_repeated", params: { name: receiver } });
  return { seq: (earlier[0]?.seq ?? 0) + 1, sketch, repeated: same >= SAME_FREE };
}
