/** ISO 4217 where it is not two digits. Providers charge by it; Intl answers 0 for HUF, a hundredfold error. */
const DIGITS: Readonly<Record<string, number>> = {
  ...digits(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...digits(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...digits(4, "CLF UYW"),
};

export function digitsOf(currency: string): number {
  return DIGITS[currency] ?? 2;
}

function digits(count: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, count]));
}
