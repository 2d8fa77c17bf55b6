/** A page that needs nothing of the product: for a host without a domain and for a failure of the error page. Texts are trusted. */
export function plainPage(status: number, language: string, heading: string, body: string): Response {
  const html =
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${heading}</title><main><h1>${heading}</h1><p>${body}</p></main></html>`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** What a host gets that no domain claims: its own page, never another domain's. */
export function unknownHost(): Response {
  return plainPage(404, "en", "There is no site at this address", "Please check the address you typed.");
}
