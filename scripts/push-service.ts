import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedPush {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface PushService {
  origin: string;
  close(): void;
}

const MAX_BODY = 4096;
const MOST = 200;

/**
 * A push service by RFC 8030 on loopback: any path is a subscription. It checks the VAPID signature, keeps what arrives and cannot read it.
 * `GET /` lists the messages; `DELETE` ends a subscription, which then answers 410.
 */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const ended = new Set<string>();
  let origin = "";
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (request.method === "GET") return void response.end(JSON.stringify(received));
    const body = await bytesOf(request);
    if (request.method === "DELETE") ended.add(path);
    const status = request.method === "DELETE" ? 204 : ended.has(path) ? 410 : judged(request, body, origin);
    if (status === 201) {
      received.push({ path, headers: request.headers as Record<string, string>, body: body.toString("base64") });
      if (received.length > MOST) received.shift();
      response.setHeader("location", `${origin}/messages/${received.length}`);
    }
    response.statusCode = status;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, close: () => server.close() };
}

function judged({ method, headers }: IncomingMessage, body: Buffer, origin: string): number {
  if (method !== "POST") return 405;
  if (headers["content-encoding"] !== "aes128gcm" || !/^\d+$/.test(String(headers.ttl))) return 400;
  if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic))) return 400;
  if (body.length > MAX_BODY) return 413;
  try {
    checkVapid(headers.authorization ?? "", origin, Date.now());
    return 201;
  } catch {
    return 403;
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Throws unless the header is a valid VAPID signature (RFC 8292) for this audience; returns its claims. */
export function checkVapid(
  header: string,
  audience: string,
  now: number,
): { aud: string; exp: number; sub: string; key: string } {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header);
  if (!found) throw new Error("no VAPID header");
  const [, head = "", body = "", signature = "", key = ""] = found;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = Buffer.from(`${head}.${body}`);
  if (!verify("sha256", signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url")))
    throw new Error("wrong VAPID signature");
  const { alg } = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg: string };
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as { aud: string; exp: number; sub: string };
  if (alg !== "ES256" || claims.aud !== audience) throw new Error("wrong VAPID audience");
  if (claims.exp * 1000 <= now || claims.exp * 1000 > now + 24 * 3600_000) throw new Error("VAPID token expired or too long");
  if (!/^(mailto:.+@|https:)/.test(claims.sub)) throw new Error("VAPID token without contact");
  return { ...claims, key };
}
