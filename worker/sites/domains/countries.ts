const NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const UNKNOWN = "ZZ";

/** Null for a country's code of ISO 3166-1. Visitors' countries never have another code. */
export function countryProblem(code: string): string | null {
  const { region } = new Intl.Locale(`und-${code}`);
  if (region !== code) return `is no code of a country; did you mean ${JSON.stringify(region)}?`;
  return code === UNKNOWN || NAMES.of(code) === undefined ? "is no code of a country (ISO 3166-1)" : null;
}
