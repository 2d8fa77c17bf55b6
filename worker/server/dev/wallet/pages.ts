import { exports } from "cloudflare:workers";
import { type Context, Hono } from "hono";
import { html, raw } from "hono/html";
import { answerBrowser, answerLink, type BrowserRequest, CHOICES, type Choice, type LinkRequest } from "./answers.ts";

type Page = Context<{ Bindings: Env }>;

const LABELS: Record<Choice, string> = {
  over: "Show: over 18",
  under: "Show: not over 18",
  expired: "Show a proof that expired yesterday",
  unknown_issuer: "Show a proof of an issuer that is not listed",
  replayed: "Show an answer that was made for another request",
  other_site: "Show an answer that was made for another site",
  cancel: "Cancel",
};

const STYLE = `:root{color-scheme:light dark}*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:34rem;padding:1.5rem}
h1{font-size:1.4rem;line-height:1.2}dl{border:1px solid #8886;border-radius:.75rem;padding:1rem}dt{opacity:.8}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
button{font:inherit;inline-size:100%;min-block-size:48px;margin-block-start:.5rem;border:1px solid #888;border-radius:.75rem;background:Field;color:FieldText}
button:first-of-type{background:#1d5c3a;border-color:#1d5c3a;color:#fff;font-weight:600}.note{opacity:.8}`;

/**
 * A wallet on its own host, `age.localhost`, for demos and tests. No deployed build contains it.
 * `GET /?…` takes the query of an `av://` link. It shows who asks for what.
 * `POST /` with that query and `choice` posts to `response_uri`. It then follows `redirect_uri`.
 * `POST /browser` takes JSON `{ request, origin, choice }`, where `request` is one of `digital.requests`.
 * It answers `{ protocol, data }` as a browser's credential has it, or `{ cancelled: true }`.
 */
export function createWallet() {
  const pages = new Hono<{ Bindings: Env }>();

  pages.get("/", (c) => {
    const asked = askedBy(c);
    return asked
      ? show(c, asked)
      : page(c, "Test wallet", html`<p>Open this page by the link of a site that asks for your age.</p>`);
  });

  pages.post("/", async (c) => {
    const asked = askedBy(c);
    const choice = choiceOf((await c.req.parseBody()).choice);
    if (!asked || !choice) return page(c, "Not understood", html`<p>This is no request for a proof of age.</p>`, 400);
    const answer = await post(asked.response_uri, await answerLink(asked, choice, Date.now()));
    const { redirect_uri } = (await answer.json().catch(() => ({}))) as { redirect_uri?: string };
    if (redirect_uri) return c.redirect(redirect_uri, 303);
    return page(
      c,
      answer.ok ? "Sent" : "Not accepted",
      html`<p>The site answered with status ${answer.status}. You can close this page.</p>`,
    );
  });

  pages.post("/browser", async (c) => {
    const { request, origin, choice } = await c.req.json<{ request: BrowserRequest; origin: string; choice: Choice }>();
    const data = await answerBrowser(request, origin, choice, Date.now());
    return c.json(data ? { protocol: request.protocol, data } : { cancelled: true });
  });

  pages.notFound((c) => page(c, "Not found", html`<p>The test wallet has one page.</p>`, 404));
  return pages;
}

function choiceOf(value: unknown): Choice | undefined {
  return CHOICES.find((choice) => choice === value);
}

/** Whom and what the query asks for; `null` if it is none of ours. */
function askedBy(c: Page): LinkRequest | null {
  const { client_id = "", response_uri = "", nonce = "", state = "" } = c.req.query();
  return response_uri && client_id === `redirect_uri:${response_uri}` && nonce ? { client_id, response_uri, nonce, state } : null;
}

/** In this Worker: the sites of a local build are all in it. */
function post(url: string, form: URLSearchParams): Promise<Response> {
  const worker = exports as unknown as { default: { fetch(request: Request): Promise<Response> } };
  return worker.default.fetch(new Request(url, { method: "POST", body: form }));
}

function show(c: Page, { response_uri }: LinkRequest) {
  const claims = /"path":\s*\[[^\]]*"(\w+)"\]/g;
  const elements = [...(c.req.query("dcql_query") ?? "").matchAll(claims)].map(([, name]) => name);
  const buttons = CHOICES.map((choice) => html`<button name="choice" value="${choice}">${LABELS[choice]}</button>`);
  return page(
    c,
    "Show your age?",
    html`<p class="note">A test wallet: it issues what you choose, for any age.</p>
<dl><dt>Who asks</dt><dd>${new URL(response_uri).host}</dd><dt>What is asked</dt><dd>${elements.join(", ")}</dd>
<dt>Where the answer goes</dt><dd>${response_uri}</dd></dl><form method="post">${buttons}</form>`,
  );
}

async function page(c: Page, title: string, content: unknown, status: 200 | 400 | 404 = 200) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE));
  c.header(
    "content-security-policy",
    `default-src 'none'; style-src 'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'; img-src data:; frame-ancestors 'none'; base-uri 'none'`,
  );
  c.header("cache-control", "no-store");
  return c.html(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${title}</title>${raw(`<style>${STYLE}</style>`)}</head><body><h1>${title}</h1>${content}</body></html>`,
    status,
  );
}
