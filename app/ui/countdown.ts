/** Hours, minutes and seconds, each of two digits at least; hours are not folded into days. */
export function partsOf(milliseconds: number): [hours: string, minutes: string, seconds: string] {
  // A second that has begun still counts: the last thing shown is 00:00:00, and then it is over.
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  return [two(Math.floor(seconds / 3600)), two(Math.floor(seconds / 60) % 60), two(seconds % 60)];
}
