import type { Interest } from "#db/schema/interests.ts";
import type { Random } from "#demo/random.ts";
import { MOODS } from "./moods.ts";
import { PHRASES, type Tongue } from "./phrases.ts";
import { KITS, type Reason } from "./sentences.ts";

/** A line, a few sentences, or a whole paragraph with sentences around it. */
export function aboutText(
  random: Random,
  tongue: Tongue,
  town: string,
  interests: readonly Interest[],
  reason: Reason | null,
): string {
  const kit = KITS[tongue];
  const liked = interests.flatMap((interest) => PHRASES[tongue][interest] ?? []);
  const put = (text: string, a = "", b = "") => text.replaceAll("{town}", town).replace("{a}", a).replace("{b}", b);
  const likes = (): string | null => {
    const [a, b] = random
      .sample(
        interests.filter((interest) => PHRASES[tongue][interest]),
        2,
      )
      .map((i) => random.pick(PHRASES[tongue][i] ?? []));
    if (a && b && random.chance(0.75)) return put(random.pick(kit.pairs), a, b);
    return a ? put(random.pick(kit.singles), a) : null;
  };
  const wish = reason ? random.pick(kit.wishes[reason]) : random.pick(kit.quirks);
  const length = random.weighted<1 | 2 | 3 | "line" | "story">([
    ["line", 2],
    [1, 2],
    [2, 5],
    [3, 6],
    ["story", 6],
  ]);
  if (length === "line") return put(random.pick(MOODS[tongue].lines));
  const opener = put(random.pick(kit.openers));
  const interest = liked.length > 0 ? likes() : null;
  if (length === "story") return [put(random.pick(MOODS[tongue].stories)), interest, wish].filter(Boolean).join(" ");
  const parts = [opener, interest, random.pick(kit.quirks), wish];
  const chosen =
    length === 1
      ? [1]
      : length === 3
        ? random.pick([
            [0, 1, 3],
            [0, 1, 2],
            [1, 2, 3],
          ])
        : random.pick([
            [0, 1],
            [1, 3],
            [1, 2],
            [0, 3],
          ]);
  const sentences = chosen.map((i) => parts[i]).filter((part) => part !== null && part !== undefined);
  return [...new Set(sentences.length > 0 ? sentences : [opener])].join(" ");
}
