import { readFileSync } from "node:fs";
import { Agent, type ClientRequestArgs, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { createServer, type Server } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";

interface Tls {
  cert: string;
  key: string;
}

/** Text of at least a kilobyte is worth the work. */
const TEXT = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;
const WORTH = 1024;
/** In ms; a renewed certificate is used after that at the latest, or at SIGHUP. */
const READ_AGAIN = 3_600_000;

/** In ms: so long a request waits for a runtime that starts anew. */
const RESTARTS_WITHIN = 30_000;
const AGAIN = 100;

/** A refused connection has carried nothing yet, so that it is safe to try again. Kept connections end with the runtime. */
class PatientAgent extends Agent {
  override createConnection(options: ClientRequestArgs, done: (error: Error | null, socket: Duplex) => void): undefined {
    const until = Date.now() + RESTARTS_WITHIN;
    const begin = () => {
      const socket = connect({ host: String(options.host), port: Number(options.port) });
      const refused = (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED" && Date.now() < until) setTimeout(begin, AGAIN);
        else done(error, socket);
      };
      socket.once("error", refused);
      socket.once("connect", () => {
        socket.off("error", refused);
        done(null, socket);
      });
    };
    begin();
  }
}

const agent = new PatientAgent({ keepAlive: false });

/** https with one's own certificate, where no proxy stands in front. Says to the Worker what a proxy would. */
export function listenTls(tls: Tls, { host, port, to }: { host: string; port: number; to: number }): Promise<Server> {
  const server = createServer(filesOf(tls), (asked, answer) => {
    const inner = request(targetOf(asked, to), (found) => {
      const packed = mayPack(asked, found);
      answer.writeHead(found.statusCode ?? 502, packed ? packedHeaders(found.headers) : found.headers);
      if (packed) pipeline(found, createGzip({ level: 5 }), answer, () => {});
      else pipeline(found, answer, () => {});
    });
    inner.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    pipeline(asked, inner, () => {});
  });
  server.on("upgrade", (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const inner = request(targetOf(asked, to));
    inner.on("upgrade", (found, other, rest) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines(found.rawHeaders)}\r\n`);
      if (rest.length > 0) socket.write(rest);
      if (head.length > 0) other.write(head);
      pipeline(socket, other, () => {});
      pipeline(other, socket, () => {});
    });
    inner.on("response", (found) => {
      socket.end(`HTTP/1.1 ${found.statusCode} ${found.statusMessage}\r\nconnection: close\r\n\r\n`);
      found.resume();
    });
    inner.on("error", () => socket.destroy());
    socket.on("error", () => inner.destroy());
    inner.end();
  });
  const again = () => {
    try {
      server.setSecureContext(filesOf(tls));
    } catch (error) {
      console.log(JSON.stringify({ level: "error", event: "certificate unreadable", error: String(error) }));
    }
  };
  process.on("SIGHUP", again);
  setInterval(again, READ_AGAIN).unref();
  return new Promise((done, failed) => server.once("error", failed).listen(port, host, () => done(server)));
}

function filesOf({ cert, key }: Tls) {
  return { cert: readFileSync(cert), key: readFileSync(key), minVersion: "TLSv1.2" as const };
}

function targetOf(asked: IncomingMessage, to: number) {
  const headers: IncomingHttpHeaders = {
    ...asked.headers,
    "x-forwarded-for": asked.socket.remoteAddress?.replace(/^::ffff:/, ""),
    "x-forwarded-proto": "https",
  };
  return { agent, host: "127.0.0.1", port: to, method: asked.method, path: asked.url, headers };
}

function mayPack(asked: IncomingMessage, { headers, statusCode }: IncomingMessage): boolean {
  const size = headers["content-length"];
  return (
    asked.method !== "HEAD" &&
    statusCode !== 206 &&
    /\bgzip\b/.test(String(asked.headers["accept-encoding"] ?? "")) &&
    headers["content-encoding"] === undefined &&
    TEXT.test(headers["content-type"] ?? "") &&
    (size === undefined || Number(size) >= WORTH)
  );
}

function packedHeaders({ "content-length": _, etag, vary, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  // A compressed body is another representation (RFC 9110, 8.8.1).
  const weak = etag && !etag.startsWith("W/") ? `W/${etag}` : etag;
  return {
    ...headers,
    ...(weak && { etag: weak }),
    vary: vary ? `${vary}, Accept-Encoding` : "Accept-Encoding",
    "content-encoding": "gzip",
  };
}

function lines(raw: string[]): string {
  return raw.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
}
