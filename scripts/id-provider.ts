import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { isLocalHost } from "#worker/sites/domains/read-domains.ts";
import { LOCAL_AGE_SECRET } from "./secrets.ts";

/** The host of the provider: the Worker passes its requests on. */
export const ID_HOST = "id.localhost";

export interface IdProvider {
  origin: string;
  close(): void;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * An OpenID Connect provider on loopback for demos and tests. It asks each time whether the person is over 18. The library is loaded
 * with the first request: most instances never ask.
 */
export async function startIdProvider(port: number, domains: () => readonly DomainFile[]): Promise<IdProvider> {
  let handler: Promise<Handler> | undefined;
  const server = createServer(async (request, response) => {
    // An unhandled error would end the whole local product.
    try {
      handler ??= createHandler(port, domains());
      await (await handler)(request, response);
    } catch (error) {
      const over = isOver(error);
      if (!over) console.error(error);
      if (response.headersSent) return void response.destroy();
      const text = over ? "This question is over. Begin again on the site." : "The provider failed.";
      response.writeHead(over ? 400 : 500, { "content-type": "text/plain" }).end(text);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Like the push service: what is served keeps the process alive, not what it may ask.
  server.unref();
  const { port: own } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${own}`, close: () => server.close() };
}

async function createHandler(port: number, domains: readonly DomainFile[]): Promise<Handler> {
  const { default: Provider, interactionPolicy } = await import("oidc-provider");
  const policy = interactionPolicy.base();
  // Demos show the question each time.
  const { Check } = interactionPolicy;
  const asks = ({ oidc }: { oidc: { result?: { login?: object } } }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
  policy.get("login")?.checks.add(new Check("asked_each_time", "the person is asked each time", asks));
  const provider = new Provider(`http://${ID_HOST}:${port}`, {
    clients: domains.flatMap((domain) => clientsOf(domain, port)),
    jwks: { keys: [generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ["sub"], age: ["age_over_18"] },
    features: { claimsParameter: { enabled: true }, devInteractions: { enabled: false } },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, age_over_18: id.startsWith("over") }),
    }),
    async loadExistingGrant({ oidc }: KoaContextWithOIDC) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid age");
      grant.addOIDCClaims(["age_over_18"]);
      await grant.save();
      return grant;
    },
  });
  // The Worker passes requests of the provider's host on.
  provider.proxy = true;
  const callback = provider.callback();
  return async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return callback(request, response);
    if (request.method !== "POST") return void response.setHeader("content-type", "text/html; charset=utf-8").end(QUESTION);
    const age = new URLSearchParams(await textOf(request)).get("age");
    // A random subject: the site must not be able to tell persons apart, and does not try.
    const result =
      age === "cancel" ? { error: "access_denied" } : { login: { accountId: `${age}-${randomUUID()}`, remember: false } };
    await provider.interactionFinished(request, response, result);
  };
}

function clientsOf({ hosts, settings }: DomainFile, port: number) {
  const provider = settings.age_oidc;
  if (!provider || new URL(provider.issuer).hostname !== ID_HOST) return [];
  return [
    {
      client_id: provider.client_id,
      client_secret: LOCAL_AGE_SECRET,
      redirect_uris: hosts.filter(isLocalHost).map((host) => `http://${host}:${port}/proof-of-age/return`),
    },
  ];
}

/** The question was answered before, or this browser was never asked. */
function isOver(error: unknown): boolean {
  return error instanceof Error && error.name === "SessionNotFound";
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const QUESTION = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Age check</title><style>body{font:16px/1.5 system-ui;margin:0 auto;max-width:30rem;padding:1.5rem;color-scheme:light dark}
button{font:inherit;inline-size:100%;min-block-size:44px;margin-block:.3rem}</style>
<h1>Age check</h1><p>A provider for demos: choose what it says about you.</p>
<form method="post"><button name="age" value="over">Over 18</button><button name="age" value="under">Under 18</button>
<button name="age" value="cancel">Cancel</button></form></html>`;
