/** Two digits at least; hours may exceed 24. */
export function partsOf(milliseconds: number): [hours: string, minutes: string, seconds: string] {
  // Rounded up: 00:00:00 shows only at the end.
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  return [two(Math.floor(seconds / 3600)), two(Math.floor(seconds / 60) % 60), two(seconds % 60)];
}
