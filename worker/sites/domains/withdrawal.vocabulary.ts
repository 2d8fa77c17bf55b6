/** Where the consumer has the withdrawal function by law: the European Economic Area. */
export const EEA: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** Article 11a of Directive 2011/83/EU asks for the function on every page of such a site. */
export function sellsToEurope({
  settings,
  features,
}: {
  settings: { countries: string[] };
  features: { payments: boolean };
}): boolean {
  return features.payments && settings.countries.some((country) => EEA.has(country));
}

/** `law`: the words of the directive. `plain`: words of countries whose law calls it otherwise. */
export function withdrawalWords(country: string): "law" | "plain" {
  return EEA.has(country) ? "law" : "plain";
}
