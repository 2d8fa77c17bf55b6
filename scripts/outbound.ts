import { type IncomingMessage, Agent as PlainAgent, request as plain, type ServerResponse } from "node:http";
import { Agent as SecureAgent, request as secure } from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline } from "node:stream";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

export interface Reach {
  /** Read again for an unknown host. */
  domains(): readonly DomainFile[];
  others: readonly string[];
}

/** Many resolvers do not know names under localhost (RFC 6761 section 6.3). */
const onThisMachine: LookupFunction = (_, options, found) =>
  options.all ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4);

/** Addresses of a local webhook receiver. Only local builds allow them. */
const RECEIVER = /^localhost:\d{2,5}$/;

/** A connection each: one kept open may end as the next request begins. */
const AGENTS = { "http:": new PlainAgent(), "https:": new SecureAgent() };

/** Hands on bytes as they are, so that workerd meets the faults of an upstream as it does when deployed. */
export function outboundTo(reach: Reach): (request: IncomingMessage, response: ServerResponse) => void {
  let origins = originsOf(reach);
  return (request, response) => {
    const host = request.headers.host ?? "";
    if (!origins.has(host)) origins = originsOf(reach);
    const origin = origins.get(host) ?? (RECEIVER.test(host) ? `http://${host}` : undefined);
    if (!origin) return void response.writeHead(502).end("outbound fetch refused");
    const target = new URL(request.url ?? "/", origin);
    const protocol = target.protocol as keyof typeof AGENTS;
    const send = protocol === "https:" ? secure : plain;
    const outgoing = send(target, {
      method: request.method,
      headers: named(request.rawHeaders),
      agent: AGENTS[protocol],
      ...(target.hostname.endsWith("localhost") && { lookup: onThisMachine }),
    });
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      pipeline(answer, response, () => {});
    });
    outgoing.on("error", () => response.destroy());
    outgoing.on("close", () => !response.headersSent && response.destroy());
    response.on("close", () => outgoing.destroy());
    pipeline(request, outgoing, () => {});
  };
}

/** Keyed by host, because Miniflare does not tell the protocol. */
function originsOf({ domains, others }: Reach): Map<string, string> {
  const upstreams = domains().flatMap(({ api }) => (api.mode === "proxy" ? [api.upstream] : []));
  return new Map([...upstreams, ...others].map((url) => [new URL(url).host, new URL(url).origin]));
}

/** Without Miniflare's own. */
function named(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !/^mf-/i.test(raw[index - (index % 2)] ?? ""));
}
