/** What programs call themselves. A program that calls itself a browser counts as a person. CUBOT makes phones. */
const PROGRAM =
  /(?<!cu)bot|crawl|spider|slurp|preview|monitor|headless|https?:|curl|wget|python|java\/|okhttp|go-http|node|axios|^mozilla\/[\d.]+$|^$/i;

/** Whether a document was opened that a person sees: no prefetch, no script's request, no program that says so. */
export function isPersonsView({ method, headers }: Pick<Request, "method" | "headers">, status: number): boolean {
  if (method !== "GET" || (status !== 200 && status !== 304)) return false;
  if (headers.has("sec-purpose") || headers.has("purpose")) return false;
  if ((headers.get("sec-fetch-dest") ?? "document") !== "document") return false;
  return !PROGRAM.test(headers.get("user-agent")?.trim() ?? "");
}
