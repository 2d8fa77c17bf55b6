import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface Kept {
  body: Buffer;
  type: string;
  profile?: string;
}

const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const KEY = "AKIAIOSFODNN7EXAMPLE";
const BUCKET = "/photos";
export const WRITTEN = "2026-11-29T12:00:00.000Z";
/** Keys of one page of a list. */
const PAGE = 2;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** A store after the S3 API reference. It checks each signature (Signature Version 4) by its own computation. */
export class S3Double {
  readonly objects = new Map<string, Kept>();
  /** Requests that were refused. */
  readonly refused: string[] = [];
  readonly #uploads = new Map<string, { key: string; first: Kept; parts: Map<number, Buffer> }>();
  #server: Server | null = null;
  port = 0;

  get settings() {
    return { url: `http://127.0.0.1:${this.port}${BUCKET}`, key: KEY, secret: SECRET, region: "eu-central-1" };
  }

  async listen(): Promise<void> {
    this.#server = createServer(async (asked, answer) => {
      const parts: Buffer[] = [];
      for await (const part of asked) parts.push(part as Buffer);
      const body = Buffer.concat(parts);
      const url = new URL(asked.url ?? "", `http://${asked.headers.host}`);
      const isSigned = asked.headers.authorization === authorizationOf(asked, url, body);
      if (!isSigned) this.refused.push(`${asked.method} ${asked.url}`);
      const { status, headers = {}, text = "" } = isSigned ? this.#answer(asked, url, body) : { status: 403 };
      answer.writeHead(status, headers).end(asked.method === "HEAD" ? undefined : text);
    });
    await new Promise<void>((done) => this.#server?.listen(0, "127.0.0.1", done));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server?.close();
  }

  #answer({ method, headers }: IncomingMessage, { pathname, searchParams: query }: URL, body: Buffer): Said {
    if (pathname !== BUCKET && !pathname.startsWith(`${BUCKET}/`)) return { status: 404 };
    const key = decodeURIComponent(pathname.slice(BUCKET.length + 1));
    const fresh: Kept = {
      body,
      type: headers["content-type"] ?? "",
      profile: headers["x-amz-meta-profile"] as string | undefined,
    };
    const upload = this.#uploads.get(query.get("uploadId") ?? "");
    if (query.has("list-type")) return this.#list(query);
    if (method === "POST" && query.has("uploads")) {
      const id = `upload&${this.#uploads.size}`;
      this.#uploads.set(id, { key, first: fresh, parts: new Map() });
      return {
        status: 200,
        text: `<InitiateMultipartUploadResult><UploadId>${escaped(id)}</UploadId></InitiateMultipartUploadResult>`,
      };
    }
    if (query.has("uploadId") && !upload) return { status: 404 };
    if (upload && method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return { status: 200, headers: { etag: `"${sha256(body)}"` } };
    }
    if (upload && method === "POST") {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)</g)];
      const found = named.map(([, number, etag]) => [upload.parts.get(Number(number)), etag] as const);
      // S3 says so with status 200.
      if (!found.every(([part, etag]) => part && etag === `"${sha256(part)}"`)) return { status: 200, text: "<Error></Error>" };
      this.objects.set(upload.key, { ...upload.first, body: Buffer.concat(found.map(([part]) => part as Buffer)) });
      this.#uploads.delete(query.get("uploadId") ?? "");
      return { status: 200, text: "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>" };
    }
    if (method === "PUT") this.objects.set(key, fresh);
    if (method === "DELETE") this.objects.delete(key);
    if (method === "PUT" || method === "DELETE") return { status: method === "PUT" ? 200 : 204 };
    const kept = this.objects.get(key);
    if (!kept) return { status: 404 };
    const facts = { "content-type": kept.type, "content-length": String(kept.body.length), "x-amz-meta-profile": kept.profile };
    return { status: 200, headers: facts, text: kept.body };
  }

  #list(query: URLSearchParams): Said {
    const all = [...this.objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
    const from = Number(query.get("continuation-token") ?? 0);
    const page = all
      .slice(from, from + PAGE)
      .map((key) => `<Contents><Key>${escaped(key)}</Key><LastModified>${WRITTEN}</LastModified></Contents>`);
    const next = from + PAGE < all.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : "";
    return { status: 200, text: `<ListBucketResult>${page.join("")}${next}</ListBucketResult>` };
  }
}

interface Said {
  status: number;
  headers?: Record<string, string | undefined>;
  text?: string | Buffer;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** "Signature Version 4 signing process", Amazon S3 API reference: of a request with its headers. */
function authorizationOf({ method, headers }: IncomingMessage, url: URL, body: Buffer): string {
  const [, scope = "", names = ""] = /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+)/.exec(headers.authorization ?? "") ?? [];
  const hash = String(headers["x-amz-content-sha256"]);
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) return "another body";
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const path = decodeURIComponent(url.pathname).split("/").map(encoded).join("/");
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query.join("&"), lines.join(""), names, hash].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = scope.split("/").reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${SECRET}`);
  return `AWS4-HMAC-SHA256 Credential=${KEY}/${scope}, SignedHeaders=${names}, Signature=${hmac(key, toSign).toString("hex")}`;
}
