import { glow, gradient, rect } from "./draw.ts";
import type { Light } from "./spec.ts";

const whole = (fill: string) => rect(0, 0, 480, 600, fill);

/** Light of one kind, a vignette and fine grain: what makes a drawing look taken rather than laid out. */
export function atmosphere(light: Light, seed: number): { defs: string; over: string } {
  const fromLeft = seed % 2 === 0;
  const across = (id: string, stops: Parameters<typeof gradient>[1]) =>
    gradient(id, fromLeft ? stops : stops.map(([at, ...rest]) => [1 - at, ...rest] as const).reverse(), 1, 0.25);
  const kinds: Record<Light, string> = {
    window: across("lw", [
      [0, "#fff3d6", 0.36],
      [0.45, "#fff3d6", 0],
      [0.6, "#1a1230", 0],
      [1, "#1a1230", 0.34],
    ]),
    golden: across("lw", [
      [0, "#ffb45e", 0.4],
      [0.5, "#ff9a5a", 0.12],
      [1, "#5a2350", 0.3],
    ]),
    shade: gradient("lw", [
      [0, "#9cc3e6", 0.16],
      [0.5, "#31506e", 0.06],
      [1, "#152338", 0.3],
    ]),
    flash: glow(
      "lw",
      [
        [0, "#fffaf0", 0.34],
        [0.55, "#fffaf0", 0.06],
        [0.6, "#0c0812", 0.04],
        [1, "#0c0812", 0.4],
      ],
      0.5,
      0.38,
    ),
  };
  const defs =
    kinds[light] +
    `<radialGradient id="vg" cx=".5" cy=".45" r=".75"><stop offset=".55" stop-color="#160c14" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="#160c14" stop-opacity="0.38"/></radialGradient>` +
    // One small tile: noise over the whole picture would cost a phone a frame.
    `<filter id="nz"><feTurbulence baseFrequency=".9" numOctaves="2" seed="${seed % 97}" stitchTiles="stitch"/>` +
    `<feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  1.6 0 0 0 -.62"/></filter>` +
    `<pattern id="gr" width="96" height="96" patternUnits="userSpaceOnUse"><rect width="96" height="96" filter="url(#nz)"/></pattern>`;
  return { defs, over: `${whole("url(#lw)")}${whole("url(#vg)")}<g opacity=".2">${whole("url(#gr)")}</g>` };
}
