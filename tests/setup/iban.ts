/** A Dutch account number with right check digits (ISO 7064), another for each `n`. */
export function ibanOf(n: number): string {
  const bank = "ABNA";
  const account = String(n).padStart(10, "0");
  const digits = [...`${bank}NL00`].map((letter) => Number.parseInt(letter, 36));
  const [b1, b2, b3, b4, ...country] = digits;
  const check = 98n - (BigInt([b1, b2, b3, b4].join("") + account + country.join("")) % 97n);
  return `NL${String(check).padStart(2, "0")}${bank}${account}`;
}
