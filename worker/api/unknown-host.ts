/** What a host gets that no domain claims: its own plain page, never another domain's. */
export function unknownHost(): Response {
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    "<title>No site here</title><h1>There is no site at this address</h1><p>Please check the address you typed.</p></html>";
  return new Response(html, {
    status: 404,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
