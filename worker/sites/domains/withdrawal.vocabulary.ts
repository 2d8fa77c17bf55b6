/** Where the consumer has the withdrawal function by law: the European Economic Area. */
export const EEA: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** Days in which a consumer may withdraw: Directive 2011/83/EU Article 9, and in GB its regulations of 2013. */
export const WITHDRAWAL_DAYS = 14;

/** Article 11a of the directive asks for the function where the contract was made, during its whole period. */
export function servesEurope({ countries }: { countries: readonly string[] }): boolean {
  return countries.some((country) => EEA.has(country));
}

/** Such a site has the function on every page while it has packages. Periods still run when it sells no more. */
export function sellsToEurope(settings: { countries: readonly string[]; packages: object }): boolean {
  return Object.keys(settings.packages).length > 0 && servesEurope(settings);
}

/** Not part of the schema: a stored domain of an earlier build must stay readable. */
export function withdrawalProblem(settings: {
  countries: readonly string[];
  packages: object;
  refund_days: number;
}): string | null {
  const { countries, refund_days: days } = settings;
  if (!sellsToEurope(settings) || days >= WITHDRAWAL_DAYS) return null;
  const lawful = countries.filter((country) => EEA.has(country));
  return `is ${days}; buyers in ${lawful.join(", ")} have ${WITHDRAWAL_DAYS} days by law`;
}

/** `law`: the words of the directive. `plain`: words of countries whose law calls it otherwise. */
export function withdrawalWords(country: string): "law" | "plain" {
  return EEA.has(country) ? "law" : "plain";
}
