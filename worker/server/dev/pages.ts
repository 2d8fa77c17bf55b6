import { Hono } from "hono";
import { html, raw } from "hono/html";
import { AVAILABLE } from "#locales/index.ts";
import { createLocalSms } from "#worker/billing/directdebit/sms.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import type { MailRow } from "#worker/delivery/mail/outbox.store.ts";
import { mediaPaths, VISITOR } from "#worker/delivery/media/links.ts";
import { createLocalPushes } from "#worker/delivery/push/local-pushes.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { requireSameOrigin } from "#worker/server/api/guard.ts";
import { openApi } from "#worker/server/api/openapi.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { cookieName } from "#worker/server/edge/session.ts";
import { NOBODY } from "#worker/server/endpoints/media.endpoint.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { type ApiDocument, apiReference } from "./api-page.ts";
import { SAMPLE_MAILS } from "./sample-mails.ts";
import { staffCodes } from "./staff-codes.ts";

type LetterRow = Awaited<ReturnType<(typeof SAMPLE_MAILS)[string]>>;

const SHOWN = 100;
// Mails need inline styles. The sandboxed frame runs no script and loads nothing.
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups";
const PAGE_POLICY =
  "default-src 'none'; style-src 'sha256-STYLE'; frame-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1.5rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td,th{padding:.4rem .6rem;text-align:start;border-bottom:1px solid #8886}
img{display:block;inline-size:10rem;max-inline-size:100%}button{font:inherit;min-block-size:44px;padding:0 1rem}table,p,pre{overflow-wrap:anywhere}h1{line-height:1.2;overflow-wrap:anywhere}
@media(max-width:40rem){body{padding:1rem}thead{display:none}tr{display:grid;padding:.5rem 0;border-bottom:1px solid #8886}td{padding:.1rem 0;border:0}}
iframe{width:100%;height:44rem;border:1px solid #8886;background:#fff}pre{white-space:pre-wrap}`;

/** Local development only: sent mails and photos under inspection. No deployed build contains it. */
export function createDevPages() {
  const pages = new Hono<{ Bindings: Env }>();
  pages.use(async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
  });

  pages.get("/dev/api", (c) => {
    const { url, settings, secure } = edge();
    const reference = openApi(url.origin, settings, cookieName("session", secure)) as unknown as ApiDocument;
    return page(c, reference.info.title, apiReference(reference));
  });

  pages.get("/dev/mail.json", async (c) => c.json((await servicesOf(c.env).outboxStore.newest(SHOWN)).map(wire)));

  pages.get("/dev/mail", async (c) => {
    const mails = await servicesOf(c.env).outboxStore.newest(SHOWN);
    const rows = mails.map((mail) => {
      const { created_at, to, subject } = wire(mail);
      const link = html`<a href="/dev/mail/${mail.id}">${subject}</a>`;
      return html`<tr><td>${created_at}</td><td>${to}</td><td>${link}</td><td>${mail.status}</td></tr>`;
    });
    const head = html`<tr><th>Created</th><th>To</th><th>Subject</th><th>Status</th></tr>`;
    const table = html`<table><thead>${head}</thead><tbody>${rows}</tbody></table>`;
    return page(c, "Mails", mails.length > 0 ? table : html`<p>No mail yet.</p>`);
  });

  pages.get("/dev/mail/:id", async (c) => {
    const mail = await servicesOf(c.env).outboxStore.find(c.req.param("id"));
    if (!mail) return c.notFound();
    const error = mail.lastError ? html`<p>Last error: ${mail.lastError}</p>` : "";
    const again =
      mail.status === "failed"
        ? html`<form action="/dev/mail/${mail.id}/again" method="post"><button>Send again</button></form>`
        : "";
    return page(
      c,
      mail.subject,
      html`<p><a href="/dev/mail">All mails</a></p>
<p>${wire(mail).created_at}, ${mail.template}, ${mail.status} after ${mail.attempts}</p>${error}${again}
${letterOf(mail, `/dev/mail/${mail.id}/html`)}`,
    );
  });

  pages.post("/dev/mail/:id/again", async (c) => {
    requireSameOrigin(c.req.raw.headers, edge());
    const { outbox, outboxStore } = servicesOf(c.env);
    if (await outboxStore.requeue(c.req.param("id"), edge().now())) await outbox.dispatch(c.req.param("id"));
    return c.redirect(`/dev/mail/${c.req.param("id")}`, 303);
  });

  pages.get("/dev/mail/:id/html", async (c) => {
    const mail = await servicesOf(c.env).outboxStore.find(c.req.param("id"));
    if (!mail) return c.notFound();
    c.header("content-security-policy", MAIL_POLICY);
    return c.html(mail.html);
  });

  pages.get("/dev/sms.json", async (c) => c.json(await createLocalSms(c.env.VISITORS, edge().now).newest(SHOWN)));

  pages.get("/dev/sms", async (c) => {
    const newest = await createLocalSms(c.env.VISITORS, edge().now).newest(SHOWN);
    const rows = newest.map(
      ({ to, text, at }) => html`<tr><td>${new Date(at).toISOString()}</td><td>${to}</td><td>${text}</td></tr>`,
    );
    const head = html`<tr><th>Sent</th><th>To</th><th>Text</th></tr>`;
    const table = html`<table><thead>${head}</thead><tbody>${rows}</tbody></table>`;
    return page(c, "SMS", newest.length > 0 ? table : html`<p>No SMS yet.</p>`);
  });

  pages.get("/dev/staff.json", async (c) => c.json(await staffCodes(c.env, edge().now())));

  pages.get("/dev/staff", async (c) => {
    const rows = (await staffCodes(c.env, edge().now())).map(
      ({ email, role, code }) => html`<tr><td>${email}</td><td>${role}</td><td><code>${code ?? "not set up"}</code></td></tr>`,
    );
    const head = html`<tr><th>Account</th><th>Role</th><th>Code</th></tr>`;
    return page(c, "Codes of staff", html`<table><thead>${head}</thead><tbody>${rows}</tbody></table>`);
  });

  pages.get("/dev/push", async (c) => {
    const newest = await createLocalPushes(c.env.VISITORS, edge().now).newest(SHOWN);
    const rows = newest.map(({ at, endpoint, headers: { ttl, urgency, topic }, size, status, text }) => {
      const about = `TTL ${ttl}, ${urgency}, topic ${topic}, ${size} bytes`;
      return html`<tr><td>${new Date(at).toISOString()}</td><td>${endpoint}</td><td>${about}</td><td>${status}</td><td>${text}</td></tr>`;
    });
    const head = html`<tr><th>Sent</th><th>To</th><th>Headers</th><th>Answer</th><th>Text before encryption</th></tr>`;
    const table = html`<table><thead>${head}</thead><tbody>${rows}</tbody></table>`;
    return page(c, "Push messages", newest.length > 0 ? table : html`<p>No push message yet.</p>`);
  });

  pages.get("/dev/letters", (c) => {
    const rows = Object.keys(SAMPLE_MAILS).map((name) => {
      const links = AVAILABLE.map((tag) => html`<a href="/dev/letters/${encodeURIComponent(name)}/${tag}">${tag}</a> `);
      return html`<tr><td>${name}</td><td>${links}</td></tr>`;
    });
    return page(c, "Every mail in every language", html`<table><tbody>${rows}</tbody></table>`);
  });

  pages.get("/dev/letters/:name/:language", async (c) => {
    const mail = await sampleOf(c.req.param("name"), c.req.param("language"));
    if (!mail) return c.notFound();
    const { pathname } = edge().url;
    return page(c, mail.subject, html`<p><a href="/dev/letters">All letters</a></p>\n${letterOf(mail, `${pathname}/html`)}`);
  });

  pages.get("/dev/letters/:name/:language/html", async (c) => {
    const mail = await sampleOf(c.req.param("name"), c.req.param("language"));
    if (!mail) return c.notFound();
    c.header("content-security-policy", MAIL_POLICY);
    return c.html(mail.html);
  });

  pages.get("/dev/photos", async (c) => {
    const { session, now } = edge();
    const { photos } = servicesOf(c.env);
    const waiting = await photos.waiting(SHOWN);
    const rows = waiting.map(({ id, key, of, name, createdAt }) => {
      const src = `/media/${mediaPaths(c.env.MEDIA_SECRET, { key, owner: NOBODY }, session?.token ?? VISITOR, now()).thumb}`;
      const decide = html`<form action="/dev/photos/${id}" method="post"><button name="status" value="active">Approve</button>
<select name="reason">${photos.reasons.map((reason) => html`<option>${reason}</option>`)}</select>
<button name="status" value="rejected">Reject</button></form>`;
      return html`<tr><td><img alt="" src="${src}"></td><td>${name}</td><td>${of}</td><td>${new Date(createdAt).toISOString()}</td><td>${decide}</td></tr>`;
    });
    const table = html`<table><tbody>${rows}</tbody></table>`;
    return page(c, "Photos under inspection", rows.length > 0 ? table : html`<p>No photo is waiting.</p>`);
  });

  pages.post("/dev/photos/:id", async (c) => {
    requireSameOrigin(c.req.raw.headers, edge());
    const { photos } = servicesOf(c.env);
    const { status, reason } = await c.req.parseBody();
    const decision = status === "active" ? status : photos.reasons.find((one) => status === "rejected" && one === reason);
    if (!decision) return c.text("Approve, or reject with a reason", 400);
    await photos.decide(c.req.param("id"), decision, edge().now());
    return c.redirect("/dev/photos", 303);
  });

  pages.onError((error) => {
    if (error instanceof AppError) return new Response(error.code, { status: error.status });
    throw error;
  });

  return pages;
}

function wire({ recipient: to, subject, text, html: body, headers, createdAt }: MailRow) {
  return { to, subject, text, html: body, headers, created_at: new Date(createdAt).toISOString() };
}

function letterOf({ sender, recipient, subject, headers, text }: LetterRow, frame: string) {
  const all = { From: sender, To: recipient, Subject: subject, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return html`<pre>${lines.join("\n")}</pre>
<iframe title="The mail" sandbox="allow-popups" src="${frame}"></iframe>
<h2>Text</h2><pre>${text}</pre>`;
}

/** Null for an unknown template. */
async function sampleOf(name: string, language: string): Promise<LetterRow | null> {
  const { domain, country, url, now } = edge();
  const to = { id: newId(), email: "anna@example.org", name: "Anna", language };
  const mails = createMails(async () => {});
  if (!Object.hasOwn(SAMPLE_MAILS, name)) return null;
  return (await SAMPLE_MAILS[name]?.(mails, { domain, country, origin: url.origin, now: now() }, to)) ?? null;
}

async function page(c: import("hono").Context, title: string, content: unknown) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE));
  c.header("content-security-policy", PAGE_POLICY.replace("STYLE", btoa(String.fromCharCode(...new Uint8Array(digest)))));
  const style = raw(`<style>${STYLE}</style>`);
  return c.html(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>${style}</head><body><h1>${title}</h1>${content}</body></html>`,
  );
}
