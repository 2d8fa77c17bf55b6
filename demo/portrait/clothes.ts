import { type Build, build, side } from "./body.ts";
import { both, circle, curve, darker, fill, lighter, line, mirror, type Point, pts } from "./draw.ts";
import type { PortraitSpec } from "./spec.ts";

const collarRing = (w: number, y: number, depth: number, colour: string) =>
  line(`M${-w},${y}C${-w * 0.6},${y + depth} ${w * 0.6},${y + depth} ${w},${y}`, colour, 9);

const chain = (y: number) => line(`M-44,424Q0,${y * 2 - 424} 44,424`, "#e3b35a", 2.4, 0.9) + circle(0, y + 3, 4, "#e9c06c");

function cloth(b: Build, neckline: readonly Point[], skip: number, colour: string, grow = 5): string {
  const left = side(b, grow).slice(skip);
  const d = `${curve([...left].reverse())}${curve(neckline).replace("M", "L")}${curve(mirror(left)).replace("M", "L")}Z`;
  return fill(d, colour);
}

function folds(b: Build, colour: string): string {
  const s = b.shoulder;
  if (b.torso) {
    const { waist, hip } = b.torso;
    return both(
      "s",
      line(
        curve(pts(`${s * 0.62},588 ${s * 0.36},628 ${s * 0.12},634`)) +
          curve(pts(`${waist - 4},716 ${waist * 0.6},744 ${waist * 0.3},742`)) +
          curve(pts(`${waist - 8},770 ${hip * 0.62},850 ${hip * 0.5},940`)),
        darker(colour, 0.34),
        4.5,
        0.4,
      ),
    );
  }
  return both(
    "s",
    line(
      curve(pts(`${s - 36},530 ${s - 46},590 ${s - 42},690`)) + curve(pts(`${s - 20},486 ${s - 60},512 ${s - 74},548`)),
      darker(colour, 0.34),
      4.5,
      0.42,
    ) + line(curve(pts(`${s * 0.86},470 ${s - 4},500 ${s + 4},550`)), lighter(colour, 0.4), 6, 0.3),
  );
}

/** `behind` lies under the head: hoods and high collars. */
export function clothes(spec: PortraitSpec): { behind: string; front: string } {
  const b = build(spec);
  const { neck: w, female } = b;
  const c = spec.cloth;
  const dark = darker(c, 0.25);
  const deep = darker(c, 0.42);
  const under = spec.under === c ? "#f6f3ee" : spec.under;
  const paint = "url(#cloth)";
  const round: Point[] = pts(`${-w - 15},424 ${-w + 4},446 0,458 ${w - 4},446 ${w + 15},424`);
  const vee: Point[] = pts(`${-w - 15},424 ${-w * 0.5},462 0,${female ? 506 : 484} ${w * 0.5},462 ${w + 15},424`);
  const base = (neckline: Point[], skip = 1) => cloth(b, neckline, skip, paint) + folds(b, c);
  const nape = fill(`M${-w - 14},420Q0,400 ${w + 14},420L${w + 4},452Q0,468 ${-w - 4},452Z`, deep);
  const open = (edge: number) => {
    const half: Point[] = pts(`${-w - 16},420 ${-w - 2},470 ${-edge},540 ${-edge + 4},${b.bottom}`);
    const left = side(b, 8).slice(1);
    const d = `${curve([...left].reverse())}${curve(half).replace("M", "L")}L${-edge},${b.bottom}Z`;
    return both("o", fill(d, paint)) + folds(b, c);
  };
  const flip = (d: string, colour: string) => both("c", fill(d, colour));
  const tee = (colour: string) => cloth(b, round, 1, colour, 3);
  switch (spec.garment) {
    case "tee":
      return { behind: nape, front: base(round) + collarRing(w + 14, 425, 40, dark) };
    case "stripes": {
      const bars = Array.from({ length: b.torso ? 15 : 6 }, (_, i) =>
        line(`M-260,${488 + i * 34}Q0,${512 + i * 34} 260,${488 + i * 34}`, deep, 11, 0.8),
      ).join("");
      const left = side(b, 5);
      const outline = `${curve([...left].reverse())}${curve(mirror(left)).replace("M", "L")}Z`;
      const clip = `<clipPath id="t"><path d="${outline}"/></clipPath>`;
      return {
        behind: nape,
        front: `${clip}${base(round)}<g clip-path="url(#t)">${bars}</g>${collarRing(w + 14, 425, 40, dark)}`,
      };
    }
    case "vneck":
      return { behind: "", front: base(vee) + line(curve(vee), dark, 7) + (female ? chain(462) : "") };
    case "henley":
      return {
        behind: nape,
        front:
          base(round) +
          collarRing(w + 14, 425, 40, dark) +
          fill("M-9,456L9,456L9,530L-9,530Z", dark) +
          [478, 500, 520].map((y) => circle(0, y, 3, "#f6f3ee", 0.9)).join(""),
      };
    case "knit": {
      const ribs = [-84, -56, -28, 28, 56, 84].map((x) => line(`M${x},500L${x * 1.1},${b.bottom - 10}`, dark, 6, 0.3)).join("");
      return {
        behind: nape,
        front:
          base(round) +
          ribs +
          line(`M0,480L0,${b.bottom - 10}`, dark, 6, 0.3) +
          collarRing(w + 13, 424, 42, dark) +
          collarRing(w + 16, 432, 44, lighter(c, 0.18)),
      };
    }
    case "turtleneck":
      return {
        behind: "",
        front:
          base(round) +
          fill(`M${-w - 6},386Q0,412 ${w + 6},386L${w + 18},436Q0,470 ${-w - 18},436Z`, c) +
          line(`M${-w - 5},388Q0,412 ${w + 5},388`, lighter(c, 0.25), 6, 0.8) +
          line(`M${-w - 15},432Q0,466 ${w + 15},432`, deep, 4, 0.6),
      };
    case "scarf":
      return {
        behind: "",
        front:
          cloth(b, round, 1, paint) +
          folds(b, c) +
          fill(
            curve(pts(`${-w - 34},420 ${-w - 8},392 0,416 ${w + 8},392 ${w + 34},420 ${w + 26},462 0,484 ${-w - 26},462`), true),
            under,
          ) +
          line(curve(pts(`${-w - 28},428 0,452 ${w + 28},424`)), darker(under, 0.25), 5, 0.5) +
          line(curve(pts(`${-w - 20},450 0,470 ${w + 22},446`)), darker(under, 0.25), 4, 0.4) +
          fill("M16,462L58,456L70,600L24,608Z", darker(under, 0.08)),
      };
    case "shirt":
    case "polo": {
      const soft = spec.garment === "polo" ? 486 : 510;
      const opening: Point[] = pts(`${-w - 14},422 ${-w * 0.55},456 0,${soft} ${w * 0.55},456 ${w + 14},422`);
      return {
        behind: nape,
        front:
          base(opening) +
          line(`M0,${soft}L2,${b.bottom}`, deep, 3, 0.6) +
          [534, 580].map((y) => circle(6, y, 3.4, lighter(c, 0.5))).join("") +
          flip(`M${-w - 13},412L${-w - 24},434L-34,496L-1,${soft - 4}L${-w * 0.6},452Z`, lighter(c, 0.14)) +
          line(`M-34,496L-1,${soft - 4}L34,496`, deep, 3, 0.45),
      };
    }
    case "blazer":
      return {
        behind: nape,
        front:
          tee(under) +
          collarRing(w + 12, 425, 38, darker(under, 0.14)) +
          open(34) +
          flip(`M${-w - 18},416L${-w - 44},446L-96,520L-70,528L-78,546L-30,640L-34,540L${-w - 4},462Z`, lighter(c, 0.1)) +
          line("M-96,520L-70,528L-78,546M96,520L70,528L78,546", deep, 3, 0.6),
      };
    case "denim":
      return {
        behind: nape,
        front:
          tee(under) +
          collarRing(w + 12, 425, 38, darker(under, 0.14)) +
          open(44) +
          flip(`M${-w - 16},412L${-w - 46},440L-82,500L-46,520L${-w - 4},456Z`, lighter(c, 0.12)) +
          line(`M-54,540L-62,${b.bottom}M54,540L62,${b.bottom}M-76,566L-150,560M76,566L150,560`, lighter(c, 0.45), 2.4, 0.6),
      };
    case "leather":
      return {
        behind: nape,
        front:
          tee(under) +
          collarRing(w + 12, 425, 38, darker(under, 0.14)) +
          open(40) +
          flip(`M${-w - 16},412L${-w - 48},440L-104,506L-58,540L${-w - 2},456Z`, lighter(c, 0.13)) +
          line(`M-42,546V${b.bottom}M42,546V${b.bottom}`, "#d9d4cc", 3.4, 0.75) +
          line("M-96,480L-128,476M96,480L128,476", lighter(c, 0.5), 3, 0.5),
      };
    case "hoodie":
      return {
        behind: fill(curve(pts(`${-w - 52},440 ${-w - 34},380 0,352 ${w + 34},380 ${w + 52},440 0,470`), true), dark),
        front:
          base(round) +
          fill(
            curve(
              pts(`${-w - 56},446 ${-w - 26},404 ${-w - 2},424 0,470 ${w + 2},424 ${w + 26},404 ${w + 56},446 20,500 -20,500`),
              true,
            ),
            lighter(c, 0.08),
          ) +
          line("M-26,484L-30,556M26,484L29,548", lighter(c, 0.6), 5),
      };
    case "straps":
      return {
        behind: "",
        front:
          chain(450) +
          `<g transform="translate(0 -16)">` +
          cloth(b, pts(`${-b.shoulder + 30},560 ${-w - 32},520 0,512 ${w + 32},520 ${b.shoulder - 30},560`), 6, paint, 0) +
          fill(
            `M${-w - 40},520L${-w - 28},436L${-w - 16},434L${-w - 22},520ZM${w + 40},520L${w + 28},436` +
              `L${w + 16},434L${w + 22},520Z`,
            c,
          ) +
          fill(
            `M${-b.shoulder + 26},700C${-b.shoulder + 40},580 ${-w - 50},550 ${-w - 42},516Q0,536 ` +
              `${w + 42},516C${w + 50},550 ${b.shoulder - 40},580 ${b.shoulder - 26},700Z`,
            paint,
          ) +
          "</g>",
      };
    case "offshoulder":
      return {
        behind: "",
        front:
          cloth(b, pts(`${-b.shoulder + 4},480 -80,500 0,508 80,500 ${b.shoulder - 4},480`), 3, paint) +
          line(`M${-b.shoulder + 2},484Q0,532 ${b.shoulder - 2},484`, lighter(c, 0.16), 22) +
          line(`M${-b.shoulder},500Q0,550 ${b.shoulder},500`, deep, 3, 0.4) +
          chain(454),
      };
    case "sweetheart":
      return {
        behind: "",
        front:
          chain(452) +
          `<g transform="translate(0 -18)">` +
          fill(
            `M${-b.shoulder + 24},700C${-b.shoulder + 30},590 -100,560 -96,524C-84,490 -22,500 0,532` +
              `C22,500 84,490 96,524C100,560 ${b.shoulder - 30},590 ${b.shoulder - 24},700Z`,
            paint,
          ) +
          fill(`M-96,528L${-w - 40},444L${-w - 24},440L-70,506ZM96,528L${w + 40},444L${w + 24},440L70,506Z`, c) +
          line("M-92,520C-80,494 -22,504 0,534C22,504 80,494 92,520", dark, 4, 0.7) +
          line("M-56,516C-50,560 -54,620 -50,690M56,516C50,560 54,620 50,690", dark, 3, 0.35) +
          "</g>",
      };
    case "wrap":
      return {
        behind: "",
        front:
          base(vee) +
          fill(curve(pts(`${-w - 16},422 -14,500 70,600 40,610 -40,530 ${-w - 28},440`), true), lighter(c, 0.12)) +
          line(curve(pts(`${w + 16},422 10,496 -50,560`)), dark, 4, 0.6) +
          chain(456),
      };
  }
}
