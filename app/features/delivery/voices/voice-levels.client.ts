/** From silence to a loud voice, in decibels of full scale. */
const [QUIET, LOUD] = [-50, -10];
const HIGHEST = 31;

/** From 0 to 1, as an ear has it. */
export function loudnessOf(samples: Float32Array): number {
  const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
  const decibels = 10 * Math.log10(power || 1e-10);
  return Math.min(1, Math.max(0, (decibels - QUIET) / (LOUD - QUIET)));
}

/** `count` digits of base 32: the loudest of each part. */
export function levelsOf(heard: readonly number[], count: number): string {
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * heard.length) / count);
    const part = heard.slice(from, Math.max(from + 1, Math.floor(((place + 1) * heard.length) / count)));
    return Math.round(Math.max(0, ...part) * HIGHEST).toString(32);
  }).join("");
}

/** From 0 to 1. */
export function shareOf(digit: string): number {
  return Number.parseInt(digit, 32) / HIGHEST || 0;
}
