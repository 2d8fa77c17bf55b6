import { firstLine } from "#worker/discovery/members/first-lines.vocabulary.ts";
import { ICEBREAKERS, isIcebreaker } from "#worker/discovery/members/icebreakers.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Line = CallOutput<"chat">["first_lines"][number];

/** First lines for a new chat. An older upstream has none of its own. */
export function linesOf({ first_lines: lines }: Pick<CallOutput<"chat">, "first_lines">): Line[] {
  const { t } = edge();
  return lines.length > 0
    ? lines
    : ICEBREAKERS.map((code) => ({ code, text: firstLine(t, code) ?? "", icebreaker: isIcebreaker(code) }));
}
