/** Methods by provider. A provider is a line here, a folder in `providers` and a line in `configured.ts`. */
export const PROVIDER_METHODS = {
  // Stands in for all others, and for methods that none of them has yet.
  sandbox: ["card", "paypal", "ideal", "directdebit", "bancontact", "blik", "swish"],
  verotel: ["card", "ideal", "directdebit"],
  ccbill: ["card"],
} as const satisfies Record<string, readonly string[]>;
type Provider = keyof typeof PROVIDER_METHODS;
export type MethodOf<P extends Provider> = (typeof PROVIDER_METHODS)[P][number];

export type PaymentMethod = string;

/** Methods with texts of ours in every language; the niche names all others. */
const NAMED_METHODS = ["card", "paypal", "ideal", "directdebit"] as const;
export type NamedMethod = (typeof NAMED_METHODS)[number];

export function isNamed(method: PaymentMethod): method is NamedMethod {
  return NAMED_METHODS.some((known) => known === method);
}

/** Null stands for the sandbox. */
export function methodsOfProvider(provider: Exclude<Provider, "sandbox"> | null): readonly string[] {
  return PROVIDER_METHODS[provider ?? "sandbox"];
}

/** Methods of one country or area; all others may be used anywhere. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  ideal: ["NL"],
  bancontact: ["BE"],
  blik: ["PL"],
  swish: ["SE"],
};

export function isPaidIn(method: PaymentMethod, country: string): boolean {
  return PLACES[method]?.includes(country) ?? true;
}
