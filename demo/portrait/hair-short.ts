import { createRandom } from "#demo/random.ts";
import { both, circle, curve, darker, fill, line, type Point, pts, sheen } from "./draw.ts";
import type { PortraitSpec } from "./spec.ts";
import { behind, bumpyArc, CAP, combed, curls, curtains, flipPath, type Hair, plain, SOFT_LINE, withTop } from "./strands.ts";

export function shortHair(spec: PortraitSpec): Hair | null {
  const c = spec.hairShade;
  const random = createRandom(spec.seed, 3);
  const part = spec.seed % 3 === 0 ? 0 : spec.seed % 2 ? -26 : 26;
  const swept = (s: Hair): Hair => (spec.seed % 2 ? s : { ...s, front: flipPath(s.front), shadow: s.shadow });
  switch (spec.hairStyle) {
    case "crop":
      return swept(
        withTop(
          c,
          [[-82, 236], ...bumpyArc(random, 84, 110, 186, 7).slice(1, -1), [82, 236]],
          pts("-74,236 -70,200 -56,180 -30,178 0,170 30,174 56,180 70,200 74,236"),
          0.9,
          [pts("-40,180 -30,150 -34,120"), pts("-8,178 0,146 -6,114"), pts("24,180 30,148 26,116"), pts("52,178 56,152 54,130")],
        ),
      );
    case "sidepart":
      return swept(
        withTop(
          c,
          pts("-84,244 -90,184 -66,124 -10,96 50,100 84,136 92,190 84,244"),
          pts("-74,236 -70,198 -50,166 -36,154 0,172 40,180 66,194 74,236"),
          0.9,
          [pts("-40,150 -6,126 60,146 80,190"), pts("-40,146 0,110 60,120"), pts("-34,154 10,154 62,180")],
        ),
      );
    case "quiff":
      return swept(
        withTop(
          c,
          pts("-78,206 -82,160 -58,116 -14,92 40,76 74,98 84,156 78,206"),
          pts("-70,196 -58,166 -30,160 0,166 32,162 58,168 70,196"),
          0.72,
          [pts("-46,164 -40,120 -4,88"), pts("-16,164 -4,118 34,86"), pts("16,164 28,124 58,96"), pts("44,166 56,134 74,118")],
        ),
      );
    case "undercut":
      return swept(
        withTop(c, pts("-72,178 -76,136 -46,104 16,94 66,108 86,152 82,204"), pts("-60,164 -30,158 10,172 50,190 80,222"), 0.5, [
          pts("-50,150 0,116 60,134 84,190"),
          pts("-44,126 10,98 66,116"),
          pts("-40,158 10,146 66,180"),
        ]),
      );
    case "slick":
      return plain(
        combed(
          c,
          pts("-76,250 -71,198 -58,164 -30,160 0,152 30,160 58,164 71,198 76,250"),
          pts("-85,262 -90,190 -68,130 -26,106 26,106 68,130 90,190 85,262"),
        ),
      );
    case "manbun": {
      const cap = combed(
        c,
        pts("-75,246 -69,198 -54,168 0,158 54,168 69,198 75,246"),
        pts("-84,258 -88,190 -66,132 -24,110 24,110 66,132 88,190 84,258"),
      );
      return {
        back: circle(0, 98, 30, "url(#hair)") + line("M-18,88q18,-16 36,0", sheen(c), 3, 0.4),
        front: cap.front,
        shadow: cap.shape,
      };
    }
    case "shoulder":
      return plain(curtains(part * 0.4, 400, [4, 10, 2], c, false), behind(416, 102));
    case "curls":
    case "messy": {
      const curl = spec.hairStyle === "curls";
      const top = [...bumpyArc(random, curl ? 96 : 92, curl ? 88 : 94, 196, curl ? 8 : 11)];
      const ragged: Point[] = curl
        ? pts("74,222 62,182 40,190 22,176 0,188 -24,174 -44,188 -64,182 -74,222")
        : pts("74,228 68,184 48,196 38,176 16,196 2,172 -22,200 -36,176 -56,194 -70,186 -74,228");
      const shape = curve([...top, ...ragged], true);
      const sides = withTop(c, CAP, SOFT_LINE, 0.9, []);
      const spots: Point[] = pts("-56,140 -24,118 12,114 46,126 66,156 -38,164 0,152 34,162");
      const flow = curl
        ? curls(spec, spots, 11)
        : [
            [-50, 130, -46, 176],
            [-20, 112, -24, 176],
            [14, 110, 18, 172],
            [46, 124, 50, 172],
          ]
            .map(([a, b, d, e], i) =>
              line(
                `M${a},${b}Q${(a as number) + 14},${(b as number) + 26} ${d},${e}`,
                i % 2 ? darker(c, 0.4) : sheen(c),
                3.4,
                0.42,
              ),
            )
            .join("");
      return {
        back: "",
        front:
          fill(
            curve(pts("-84,250 -88,196 -60,150 60,150 88,196 84,250 74,240 68,190 -68,190 -74,240"), true),
            "url(#hair)",
            sides ? 0.9 : 1,
          ) +
          fill(shape, "url(#hair)") +
          flow,
        shadow: shape,
      };
    }
    case "buzz": {
      const shape = curve(
        pts("-80,240 -84,186 -62,144 0,126 62,144 84,186 80,240 73,232 69,196 50,174 0,168 -50,174 -69,196 -73,232"),
        true,
      );
      return { back: "", front: fill(shape, c, 0.78), shadow: "" };
    }
    case "receding": {
      const shape = curve(
        pts(
          "-83,254 -88,190 -66,138 0,118 66,138 88,190 83,254 75,244 72,206 62,176 40,158 22,164 0,170 " +
            "-22,164 -40,158 -62,176 -72,206 -75,244",
        ),
        true,
      );
      return {
        back: "",
        front:
          fill(shape, "url(#hair)") +
          [-30, -8, 14, 34]
            .map((x, i) =>
              line(curve(pts(`${x},160 ${x * 1.2 + 4},142 ${x + 2},126`)), i % 2 ? darker(c, 0.3) : sheen(c), 3, 0.4),
            )
            .join(""),
        shadow: "",
      };
    }
    case "shaved":
      return { back: "", front: line(curve(pts("-44,168 -24,152 0,148")), "#ffffff", 9, 0.28), shadow: "" };
    case "ring": {
      const edge: Point[] = pts("-78,286 -90,250 -88,206 -78,184 -73,210 -74,250");
      return {
        back: "",
        front: both("h", fill(curve(edge, true), "url(#hair)")) + line(curve(pts("-44,168 -24,152 0,148")), "#ffffff", 9, 0.25),
        shadow: "",
      };
    }
    default:
      return null;
  }
}
