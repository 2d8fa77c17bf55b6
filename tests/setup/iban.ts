/** An account number with right check digits (ISO 7064). */
export function ibanIn(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((letter) => Number.parseInt(letter, 36)).join("");
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${account}`;
}

/** A Dutch one, another for each `n`. */
export const ibanOf = (n: number): string => ibanIn("NL", `ABNA${String(n).padStart(10, "0")}`);
