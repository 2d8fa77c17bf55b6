import { createRandom } from "#demo/random.ts";
import { both, bumpy, circle, curve, darker, fill, line, type Point, pts, sheen } from "./draw.ts";
import type { PortraitSpec } from "./spec.ts";
import { bangs, behind, bumpyArc, combed, curls, curtains, flipPath, type Hair, lock, plain, SOFT_LINE } from "./strands.ts";

/** Women's styles, and the afro of both; null for any other. */
export function longHair(spec: PortraitSpec): Hair | null {
  const c = spec.hairShade;
  const random = createRandom(spec.seed, 3);
  const part = spec.seed % 3 === 0 ? 0 : spec.seed % 2 ? -26 : 26;
  const swept = (s: Hair): Hair => (spec.seed % 2 ? s : { ...s, front: flipPath(s.front), shadow: s.shadow });
  switch (spec.hairStyle) {
    case "long":
      return plain(curtains(part * 0.5, 500, [0, -1, 2, 4], c), behind(520, 100));
    case "wavy":
      return plain(curtains(part, 500, [4, 16, 2, 20, 6, 18], c), behind(520, 114));
    case "sidewave":
      return plain(curtains(part || 30, 396, [8, 20, 6], c), behind(408, 108));
    case "lob":
      return plain(curtains(part, 418, [2, 6, 2], c), behind(430, 100));
    case "bob":
      return plain(curtains(part || -22, 350, [8, 9], c, true), behind(372, 98));
    case "fringe": {
      const long = curtains(0, 500, [0, 2, 2, 6], c);
      return {
        back: behind(520, 102),
        front: long.front + bangs(c, 214),
        shadow: curve(pts("-76,150 76,150 72,224 0,208 -72,224"), true),
      };
    }
    case "bobfringe": {
      const short = curtains(0, 352, [8, 8], c);
      return {
        back: behind(372, 98),
        front: short.front + bangs(c, 216),
        shadow: curve(pts("-76,150 76,150 72,226 0,210 -72,226"), true),
      };
    }
    case "bun": {
      const knot =
        circle(0, 84, 42, "url(#hair)") + line("M-26,70q24,-22 50,-2M-32,86q32,-26 62,2M-24,106q26,-18 46,0", sheen(c), 3, 0.4);
      const wisps = line(curve(pts("-74,236 -80,276 -72,312")) + curve(pts("74,236 81,280 74,306")), c, 4, 0.9);
      const cap = combed(c, SOFT_LINE);
      return { back: knot, front: cap.front + wisps, shadow: cap.shape };
    }
    case "ponytail": {
      const tail = lock(
        pts("34,104 104,128 134,220 130,330 142,430 122,486"),
        pts("20,134 78,160 94,240 88,330 98,420 112,480"),
        c,
      );
      const cap = combed(c, SOFT_LINE);
      return { back: tail + fill("M38,112l34,8l-6,26l-34,-14z", "#c4623f"), front: cap.front, shadow: cap.shape };
    }
    case "braid": {
      const links = Array.from({ length: 6 }, (_, i) =>
        fill(
          curve(
            pts(
              `${84 - i},${352 + i * 32} ${112 - i},${340 + i * 32} ${122 - i * 2},${368 + i * 32} ` +
                `${100 - i},${388 + i * 32} ${78 + i},${372 + i * 32}`,
            ),
            true,
          ),
          i % 2 ? "url(#hair)" : c,
        ),
      ).join("");
      const top = curtains(-20, 330, [2, 0], c);
      return {
        back: behind(372, 92),
        front:
          top.front +
          links +
          fill("M84,548h26l-4,10h-18z", "#c4623f") +
          line(Array.from({ length: 6 }, (_, i) => `M${88 - i},${360 + i * 32}q14,-8 24,6`).join(""), sheen(c), 3, 0.5),
        shadow: top.shape,
      };
    }
    case "curly": {
      const mass = curve(bumpy(random, 0, 270, 134, 182, 15, 0.1), true);
      const top = curve(
        [...bumpyArc(random, 108, 100, 196), [80, 252], [60, 200], [24, 170], [-28, 174], [-62, 204], [-80, 252]],
        true,
      );
      const outer: Point[] = pts("84,190 118,236 114,272 132,306 122,342 136,382 120,424 102,452");
      const inner: Point[] = pts("62,190 72,240 76,272 67,302 78,334 66,368 76,402 84,440");
      const locks = both("h", lock(outer, inner, c, []));
      const spots: Point[] = pts(
        "-50,130 -12,116 30,120 64,142 -82,180 84,186 -100,250 102,250 -96,310 100,316 -104,372 106,378 -26,146 14,144 48,162",
      );
      return { back: fill(mass, "url(#deep)"), front: fill(top, "url(#hair)") + locks + curls(spec, spots, 13), shadow: top };
    }
    case "afro":
    case "shortafro": {
      const big = spec.hairStyle === "afro";
      const mass = curve(bumpy(random, 0, big ? 196 : 176, big ? 148 : 104, big ? 140 : 92, big ? 22 : 18, 0.05), true);
      const top = curve(
        [
          ...bumpyArc(random, big ? 100 : 92, big ? 84 : 96, 186),
          [77, 244],
          [70, 196],
          [40, 170],
          [0, 164],
          [-40, 170],
          [-70, 196],
          [-77, 244],
        ],
        true,
      );
      const spots: Point[] = big
        ? pts("-90,110 -40,80 10,72 60,86 104,124 -118,170 122,180 -112,236 116,240 -60,130 -10,116 40,124 80,160")
        : pts("-60,124 -24,106 16,104 52,118 -78,160 80,164 -40,148 0,136 38,146");
      return { back: fill(mass, "url(#deep)"), front: fill(top, "url(#hair)") + curls(spec, spots, big ? 12 : 8), shadow: top };
    }
    case "pixie": {
      const sweep = lock(
        pts("-88,262 -96,190 -66,116 0,94 66,112 94,180 84,262"),
        pts("-76,262 -74,214 -40,212 -4,190 34,166 68,196 76,256"),
        c,
        [0.3, 0.55, 0.75],
      );
      return swept({ back: "", front: sweep, shadow: curve(pts("-80,150 80,150 68,206 30,176 -10,200 -74,224"), true) });
    }
    case "shortwaves": {
      const mass = curve(bumpy(random, 0, 218, 108, 122, 11, 0.07), true);
      const front = curve(
        [
          ...bumpyArc(random, 100, 94, 190),
          [88, 290],
          [76, 300],
          [74, 236],
          [56, 190],
          [6, 172],
          [-40, 196],
          [-72, 226],
          [-76, 300],
          [-90, 290],
        ],
        true,
      );
      return {
        back: fill(mass, "url(#deep)"),
        front:
          fill(front, "url(#hair)") +
          pts("-60,150 -20,126 28,124 66,148")
            .map(([x = 0, y = 0], i) => line(`M${x - 22},${y + 14}q16,-26 38,-4`, i % 2 ? darker(c, 0.4) : sheen(c), 4, 0.45))
            .join(""),
        shadow: front,
      };
    }
    default:
      return null;
  }
}
