/** Seconds after the last write. */
export const DRAFT_MAX_AGE = 7 * 24 * 3600;

/** What the first step of the form says of a person. */
export function personOf(values: Partial<Record<string, string>>) {
  const [region = "", ...city] = (values.place ?? "").split("/");
  return {
    gender: values.gender ?? "",
    looking_for: values.looking_for ?? "",
    date_of_birth: dateOf(values.date_of_birth_year, values.date_of_birth_month, values.date_of_birth_day),
    country: values.country ?? "",
    region,
    city: city.join("/"),
  };
}

function dateOf(year = "", month = "", day = ""): string {
  const [y, m, d] = [year.trim(), month.trim(), day.trim()];
  return y + m + d === "" ? "" : `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
}
