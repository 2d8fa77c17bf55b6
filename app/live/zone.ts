/** Stores the browser's time zone in a cookie; pages use it from the next request on. */
export function keepZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const cookie = `zone=${encodeURIComponent(timeZone ?? "")}`;
  if (!timeZone || document.cookie.split("; ").includes(cookie)) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not all of our browsers have the Cookie Store API
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax${secure}`;
}
