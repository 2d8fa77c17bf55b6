import { exports } from "cloudflare:workers";
import { type Context, Hono } from "hono";
import { html, raw } from "hono/html";
import type { ProviderState } from "#worker/billing/payments/provider.ts";
import { type Account, createSandboxStore, FAILING_TOKEN, noticeOf } from "#worker/billing/payments/providers/sandbox.ts";
import { money } from "#worker/platform/money.ts";

type Page = Context<{ Bindings: Env }>;

const CARDS: Record<string, { label: string; state: ProviderState; token: string }> = {
  "4242424242424242": { label: "Visa •• 4242", state: "completed", token: "card-4242" },
  "4000000000000341": { label: "Visa •• 0341", state: "completed", token: FAILING_TOKEN },
  "4000000000000002": { label: "Visa •• 0002", state: "failed", token: "" },
};

/** In ms. */
const LATE = 20_000;
const SOON = 3_000;

const STYLE = `:root{color-scheme:light dark}*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:34rem;padding:1.5rem}
h1{font-size:1.4rem;line-height:1.2}fieldset,dl{border:1px solid #8886;border-radius:.75rem;margin:0 0 1rem;padding:1rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0;text-align:end;overflow-wrap:anywhere}
label{display:flex;gap:.75rem;align-items:center;min-block-size:44px}input[type=text],select{font:inherit;inline-size:100%;padding:.6rem;border:1px solid #888;border-radius:.5rem;background:Field;color:FieldText}
button{font:inherit;inline-size:100%;min-block-size:48px;margin-block-start:.5rem;border:1px solid #888;border-radius:.75rem;background:Field;color:FieldText}
button.main{background:#1d5c3a;border-color:#1d5c3a;color:#fff;font-weight:600}small,.note{opacity:.8}.error{color:#c22;font-weight:600}`;

/** The hosted payment page on its own host. No deployed build contains it. */
export function createSandboxPages() {
  const pages = new Hono<{ Bindings: Env }>();

  pages.get("/pay/:id", async (c) => {
    const account = await createSandboxStore(c.env.VISITORS).find(c.req.param("id"));
    return account ? show(c, account) : c.notFound();
  });

  pages.post("/pay/:id", async (c) => {
    // Another site must not press these buttons.
    if (c.req.header("sec-fetch-site") !== "same-origin" && c.req.header("origin") !== new URL(c.req.url).origin)
      return c.text("cross-origin", 403);
    const store = createSandboxStore(c.env.VISITORS);
    const account = await store.find(c.req.param("id"));
    if (!account) return c.notFound();
    const form = (await c.req.parseBody()) as Record<string, string>;
    const outcome = decide(account, form);
    if (typeof outcome === "string") return show(c, account, outcome);
    const next: Account = { ...account, state: outcome.state, stored: outcome.stored ?? account.stored };
    await store.put(next);
    c.executionCtx.waitUntil(deliver(c.env, next, outcome.notices, form.delivery ?? "once"));
    return c.redirect(account.order.returnUrl, 303);
  });

  pages.notFound((c) => page(c, "Not found", html`<p>The sandbox does not know this payment.</p>`, 404));
  return pages;
}

interface Outcome {
  state: ProviderState;
  notices: ProviderState[];
  stored?: Account["stored"];
}

/** The new state and its notices, or the message of a refusal. */
function decide({ order, state }: Account, form: Record<string, string>): Outcome | string {
  const press = form.press ?? "";
  if (state === "completed") {
    if (press === "chargeback" || press === "refunded") return { state: press, notices: [press] };
    if (press === "again") return { state, notices: [state] };
    return "This payment is completed.";
  }
  if (state !== "open" && state !== "pending") return `This payment is over: ${state}.`;
  if (press === "cancelled" || press === "expired" || press === "failed") return { state: press, notices: [press] };
  if (press === "pending") return { state: "pending", notices: ["pending"] };
  if (press !== "pay" && press !== "later") return "Choose what happens.";
  const card = order.method === "card" ? CARDS[(form.card ?? "").replace(/\D/g, "")] : null;
  if (card === undefined) return "This is none of the test cards.";
  if (card?.state === "failed") return { state: "failed", notices: ["failed"] };
  const stored = card && form.keep === "on" ? { token: card.token, label: card.label } : null;
  return { state: "completed", notices: press === "later" ? ["pending", "completed"] : ["completed"], stored };
}

/** Providers repeat, delay and reorder their notices; so does the sandbox. */
async function deliver(env: Env, account: Account, states: ProviderState[], delivery: string): Promise<void> {
  if (delivery === "never") return;
  const order = delivery === "reversed" ? states.toReversed() : states;
  if (delivery === "late") await scheduler.wait(LATE);
  for (const [n, state] of order.entries()) {
    if (n > 0) await scheduler.wait(SOON);
    const times = delivery === "twice" ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => send(env, account, state)));
  }
}

async function send(env: Env, account: Account, state: ProviderState): Promise<void> {
  const worker = exports as unknown as { default: { fetch(request: Request): Promise<Response> } };
  await worker.default.fetch(await noticeOf(env.MEDIA_SECRET, account, state, Date.now()));
}

function show(c: Page, { order, state, reference }: Account, error?: string) {
  const sum = money(order.amount, order.currency, "en");
  const facts = html`<dl><dt>To</dt><dd>${order.description}</dd><dt>Amount</dt><dd>${sum}</dd><dt>Method</dt><dd>${order.method}</dd>
<dt>State</dt><dd>${state}</dd><dt>Reference</dt><dd>${reference}</dd></dl>`;
  const back = html`<p><a href="${order.returnUrl}">Back to the shop</a></p>`;
  const body = html`<p class="note">A sandbox: no money moves here.</p>${facts}
${error ? html`<p class="error" role="alert">${error}</p>` : ""}${formOf(order, state, sum)}${back}`;
  return page(c, `Pay ${sum}`, body, error ? 422 : 200);
}

function formOf(order: Account["order"], state: Account["state"], sum: string) {
  if (state === "completed")
    return html`<form method="post"><button name="press" value="again">Send the notice again</button>
<button name="press" value="refunded">Refund it all</button><button name="press" value="chargeback">Chargeback: the bank takes it back</button></form>`;
  if (state !== "open" && state !== "pending") return "";
  const card = html`<fieldset><label>Card number <input name="card" type="text" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242"></label>
<small>4242 4242 4242 4242 pays. 4000 0000 0000 0002 is declined. 4000 0000 0000 0341 pays now and is declined when it is stored.</small>
<label><input name="keep" type="checkbox"> Keep this card for next time</label></fieldset>`;
  return html`<form method="post">${order.method === "card" ? card : ""}
<fieldset><label>Notice <select name="delivery"><option value="once">at once</option><option value="twice">twice, in parallel</option>
<option value="late">after 20 seconds</option><option value="reversed">out of order</option><option value="never">never (the sweep asks)</option></select></label></fieldset>
<button class="main" name="press" value="pay">Pay ${sum}</button>
<button name="press" value="later">Pay, confirmed in 3 seconds</button><button name="press" value="pending">Leave it pending</button>
<button name="press" value="failed">Decline</button><button name="press" value="cancelled">Cancel</button><button name="press" value="expired">Let it expire</button></form>`;
}

async function page(c: Page, title: string, content: unknown, status: 200 | 404 | 422 = 200) {
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
