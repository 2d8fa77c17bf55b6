/** As URLSearchParams writes it. Making one of those in workerd takes as long as a small component. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  let query = "";
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query += `${query === "" ? "" : "&"}${encoded(name)}=${encoded(String(value))}`;
  }
  return query;
}

function encoded(text: string): string {
  return /^[\w*.-]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed()).replaceAll(/%20|[!'()~]/g, escaped);
}

function escaped(found: string): string {
  return found === "%20" ? "+" : `%${found.charCodeAt(0).toString(16).toUpperCase()}`;
}
