import { translator } from "#locales/index.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId, newNonce } from "#worker/platform/ids.ts";
import { errorResponse } from "./error-answer.ts";

const STYLE =
  "body{display:grid;place-content:center;min-height:100vh;margin:0;padding:0 1.5rem;box-sizing:border-box;" +
  "font:1.0625rem/1.6 system-ui,sans-serif;text-align:center;color-scheme:light dark}" +
  "h1{margin:0;font:600 1.75rem/1.25 Georgia,serif}a{display:inline-block;padding:.75rem 1rem;color:inherit}" +
  "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

/** Depends on no other part of the product, nor asks for an icon. Texts are trusted HTML; `nonce` must match the response's policy. */
export function plainPage(status: number, language: string, heading: string, body: string, nonce = newNonce()): Response {
  const html =
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${heading}</title><style nonce="${nonce}">${STYLE}</style>` +
    `<main><h1>${heading}</h1><p>${body}</p></main></html>`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; frame-ancestors 'none'`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

export async function unknownHost(request: Request): Promise<Response> {
  if (!new URL(request.url).pathname.startsWith("/api/"))
    return plainPage(404, "en", "There is no site at this address", "Please check the address you typed.");
  return refusedCall(new AppError("not_found"));
}

/** No edge answers that would add the policy of a domain. */
async function refusedCall(error: AppError): Promise<Response> {
  const answer = errorResponse(error, { t: await translator("en"), requestId: newId() });
  answer.headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  return answer;
}
