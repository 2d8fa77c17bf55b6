/** A grid of 20 by 20, y downwards. */
export type Stroke = readonly (readonly [number, number])[];

/** Angles in turns, clockwise from three o'clock. */
function arc(x: number, y: number, rx: number, ry: number, from: number, to: number): Stroke {
  const steps = Math.max(6, Math.ceil(Math.abs(to - from) * 40));
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = (from + ((to - from) * index) / steps) * 2 * Math.PI;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const;
  });
}

const line = (...points: [number, number][]): Stroke => points;
const bowl = (y: number, ry: number): Stroke => [[5, y - ry], ...arc(10.5, y, 4.5, ry, -0.25, 0.25), [5, y + ry]];

/** Strokes draw an icon without a font. */
export const GLYPHS: Record<string, readonly Stroke[]> = {
  A: [line([3, 20], [10, 0], [17, 20]), line([5.5, 13], [14.5, 13])],
  B: [line([5, 0], [5, 20]), bowl(4.75, 4.75), bowl(14.75, 5.25)],
  C: [arc(11, 10, 8, 10, -0.12, -0.88)],
  D: [[[4, 20], [4, 0], [8, 0], ...arc(8, 10, 8.5, 10, -0.25, 0.25), [4, 20]]],
  E: [line([16, 0], [5, 0], [5, 20], [16, 20]), line([5, 10], [14, 10])],
  F: [line([16, 0], [5, 0], [5, 20]), line([5, 10], [14, 10])],
  G: [[...arc(11, 10, 8, 10, -0.12, -1), [12, 10.5]], line([19, 10.5], [19, 14])],
  H: [line([4, 0], [4, 20]), line([16, 0], [16, 20]), line([4, 10], [16, 10])],
  I: [line([10, 0], [10, 20])],
  J: [[[13, 0], [13, 14], ...arc(8.5, 14, 4.5, 6, 0, 0.5)]],
  K: [line([5, 0], [5, 20]), line([16, 0], [5, 11]), line([9, 7.5], [16.5, 20])],
  L: [line([6, 0], [6, 20], [16, 20])],
  M: [line([2.5, 20], [2.5, 0], [10, 13], [17.5, 0], [17.5, 20])],
  N: [line([4, 20], [4, 0], [16, 20], [16, 0])],
  O: [arc(10, 10, 8.5, 10, 0, 1)],
  P: [line([5, 20], [5, 0]), bowl(5.5, 5.5)],
  Q: [arc(10, 10, 8.5, 10, 0, 1), line([12, 14], [18, 20])],
  R: [line([5, 20], [5, 0]), bowl(5.25, 5.25), line([9.5, 10.5], [16, 20])],
  S: [[...arc(10, 5, 6, 5, -0.08, -0.75), ...arc(10, 15, 6.5, 5, -0.25, 0.42)]],
  T: [line([3, 0], [17, 0]), line([10, 0], [10, 20])],
  U: [[[4, 0], [4, 13], ...arc(10, 13, 6, 7, 0.5, 0), [16, 0]]],
  V: [line([3, 0], [10, 20], [17, 0])],
  W: [line([1.5, 0], [5.5, 20], [10, 5], [14.5, 20], [18.5, 0])],
  X: [line([4, 0], [16, 20]), line([16, 0], [4, 20])],
  Y: [line([3.5, 0], [10, 10.5], [16.5, 0]), line([10, 10.5], [10, 20])],
  Z: [line([4, 0], [16, 0], [4, 20], [16, 20])],
  0: [arc(10, 10, 7, 10, 0, 1)],
  1: [line([6, 4], [11, 0], [11, 20])],
  2: [[...arc(10, 5.8, 5.8, 5.8, 0.53, 1.1), [4, 20], [16, 20]]],
  3: [[...arc(9.5, 5, 5.5, 5, -0.42, 0.25), ...arc(9.5, 15, 6.2, 5, -0.25, 0.42)]],
  4: [line([13, 20], [13, 0], [3.5, 14], [17, 14])],
  5: [[[15, 0], [6, 0], [5, 9], ...arc(9.5, 13.5, 6.2, 6.5, -0.36, 0.36)]],
  6: [line([13, 0], [5, 11]), arc(10, 14, 6, 6, 0, 1)],
  7: [line([4, 0], [16, 0], [8, 20])],
  8: [arc(10, 5, 5, 5, 0, 1), arc(10, 15, 6, 5, 0, 1)],
  9: [line([7, 20], [15, 9]), arc(10, 6, 6, 6, 0, 1)],
};

/** For names without a Latin letter or digit. */
export const HEART: readonly Stroke[] = [
  [[10, 19], [2.6, 10.4], ...arc(6, 7, 4.4, 4.4, 0.4, 0.98), [10, 7.6], ...arc(14, 7, 4.4, 4.4, 0.52, 1.1), [10, 19]],
];

export function strokesOf(name: string): readonly Stroke[] {
  const [first = ""] = name.normalize("NFD").replace(/\p{M}/gu, "").trim().toUpperCase();
  return GLYPHS[first] ?? HEART;
}
