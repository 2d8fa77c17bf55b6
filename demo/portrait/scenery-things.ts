import type { Random } from "#demo/random.ts";
import { darker, ellipse, fill, lighter, line, rect } from "./draw.ts";

export type Sky = readonly [top: string, middle: string, low: string];
export const SKIES: readonly Sky[] = [
  ["#8cc8e6", "#c6e4ea", "#f6efd6"],
  ["#f49d7c", "#f9c58e", "#fbe6b8"],
  ["#b9a3d6", "#eab3b4", "#fbdcb6"],
];
export const NIGHTS: readonly Sky[] = [
  ["#20224a", "#473a72", "#a3627f"],
  ["#1b2a4d", "#2f5475", "#7fa5a8"],
  ["#2b1f45", "#6a3f6e", "#d9826f"],
];
export const EVENINGS: readonly Sky[] = [
  ["#f58e6b", "#fbc587", "#f9e2b4"],
  ["#e8788a", "#f4a98b", "#fbd9a6"],
  ["#7a6fb0", "#d08fae", "#f8c7a0"],
];
export const ROOMS: readonly Sky[] = [
  ["#f4e8d4", "#ecd8b8", "#dcbf98"],
  ["#dbe7e0", "#c3d7ce", "#a7c2b8"],
  ["#f6d9cc", "#efc3b2", "#dda390"],
];

export const cloud = (x: number, y: number, size: number) =>
  fill(
    (
      `M${x},${y}q${size * 0.1},${-size * 0.4} ${size * 0.45},${-size * 0.32}` +
      `q${size * 0.3},${-size * 0.42} ${size * 0.7},${-size * 0.04}q${size * 0.45},${-size * 0.1} ${size * 0.5},${size * 0.36}z`
    ).replace(/\.\d+/g, ""),
    "#fffaf0",
    0.8,
  );
export const waves = (y: number, colour: string) =>
  line([0, 1, 2, 3, 4, 5].map((i) => `M${(i * 97) % 420},${y + i * 15}q18,-7 36,0t36,0`).join(""), colour, 3, 0.5);
export const range = (r: Random, base: number, height: number, steps: number): string => {
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const peak = i % 2 ? 0.6 + r.next() * 0.4 : r.next() * 0.3;
    return `${Math.round((i / steps) * 520 - 20)},${Math.round(base - height * peak)}`;
  });
  return `M-20,620L${points.join("L")}L500,620z`;
};
export const pine = (x: number, y: number, h: number) =>
  `M${x},${y - h}l${Math.round(h * 0.26)},${Math.round(h * 0.5)}` +
  `h-8l${Math.round(h * 0.16)},${Math.round(h * 0.5)}` +
  `h${-Math.round(h * 0.84 - 16)}l${Math.round(h * 0.16)},${-Math.round(h * 0.5)}h-8z`;
export const mug = (x: number, y: number, colour: string) =>
  ellipse(x, y + 96, 82, 16, "#1d1030", 0.16) +
  line(`M${x + 48},${y + 26}q46,-4 38,30t-48,24`, colour, 13) +
  fill(`M${x - 56},${y}h112l-9,78q-5,22 -28,22h-38q-23,0 -28,-22z`, colour) +
  fill(`M${x + 20},${y}h36l-9,78q-5,22 -28,22q12,-40 1,-100z`, darker(colour, 0.3), 0.4) +
  ellipse(x, y, 56, 15, lighter(colour, 0.3)) +
  ellipse(x, y + 2, 47, 11, "#6b4127") +
  ellipse(x - 6, y + 1, 24, 5, "#c69a6b", 0.8) +
  line(`M${x - 16},${y - 30}q-14,-22 0,-40t0,-38M${x + 16},${y - 26}q-14,-22 0,-40t0,-38`, "#fffaf0", 6, 0.5);
export const table = (y: number, wood: string) =>
  rect(0, y, 480, 600 - y, wood) +
  line(`M0,${y + 40}q240,14 480,0M0,${y + 100}q200,-12 480,6M0,${y + 170}q260,16 480,0`, darker(wood, 0.25), 3, 0.4) +
  rect(0, y, 480, 8, lighter(wood, 0.35), 0.7);
export const windowPane = (x: number, y: number, sky: Sky) =>
  rect(x - 10, y - 10, 220, 290, "#fff8ea") +
  rect(x, y, 200, 270, sky[1]) +
  fill(`M${x},${y + 200}q60,-50 110,-14t90,-20v104h-200z`, "#8fb083") +
  rect(x + 96, y, 8, 270, "#fff8ea") +
  rect(x, y + 126, 200, 8, "#fff8ea");

export interface Scene {
  sky: Sky;
  body: string;
  front?: string;
}

/** Indoors, `room` replaces the colours of the sky. */
export type Painter = (random: Random, sky: Sky, room: Sky) => Scene;
