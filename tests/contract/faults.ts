import type { ServerResponse } from "node:http";
import { deflateSync, gzipSync } from "node:zlib";
import { type Behaviour, json, NO_LIKES } from "./fake.ts";

export interface Fault {
  name: string;
  behaviour: Behaviour;
  /** Status of the browser's own call, and of the page that needs it; 200 shows the answer. */
  call: number;
  page: number;
}

/** Stands for whatever of the upstream no visitor may see. */
export const LEAK = "secret-of-theirs";

const GOOD = JSON.stringify(NO_LIKES);
const JSON_TYPE = "content-type: application/json";

/** Writes these bytes to the connection, as no HTTP library would. */
function raw(head: string[], body: string | Buffer = "", end = true): Behaviour {
  return (_, { socket }) => {
    socket?.write(`${head.join("\r\n")}\r\n\r\n`);
    socket?.write(body);
    if (end) socket?.end();
  };
}

const ok = (...headers: string[]) => ["HTTP/1.1 200 OK", ...headers, `x-powered-by: ${LEAK}`];
const lengthOf = (body: string | Buffer) => `content-length: ${Buffer.byteLength(body)}`;
const said = (status: number, headers: Record<string, string>, body: string | Buffer) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(status, { "x-powered-by": LEAK, ...headers }).end(body);
const body = (text: string | Buffer) => said(200, { "content-type": "application/json" }, text);
const shape = (changes: object) => body(JSON.stringify({ ...NO_LIKES, ...changes }));
const page = (status: number) => said(status, { "content-type": "text/html" }, `<h1>Traceback</h1>${LEAK}`);
const zipped = (bytes: Buffer, encoding = "gzip") =>
  said(200, { "content-type": "application/json", "content-encoding": encoding }, bytes);
const cookies = (...lines: string[]): Behaviour => {
  return (_, response) => json(response, 200, NO_LIKES, { "set-cookie": lines });
};

const failed = (name: string, behaviour: Behaviour): Fault => ({ name, behaviour, call: 502, page: 502 });
const silent = (name: string, behaviour: Behaviour): Fault => ({ name, behaviour, call: 504, page: 504 });
const harmless = (name: string, behaviour: Behaviour): Fault => ({ name, behaviour, call: 200, page: 200 });

const CONNECTION: Fault[] = [
  silent("never answers", () => {}),
  silent("sends the head and no body", raw(ok(JSON_TYPE, lengthOf(GOOD)), "", false)),
  silent("stops in the middle of the body", raw(ok(JSON_TYPE, lengthOf(GOOD)), GOOD.slice(0, 9), false)),
  silent("stops in the middle of a header", (_, { socket }) => void socket?.write("HTTP/1.1 200 OK\r\ncontent-ty")),
  silent("sends 103 and then nothing", raw(["HTTP/1.1 103 Early Hints", "link: </x>; rel=preload"], "", false)),
  failed("closes without an answer", (_, { socket }) => void socket?.end()),
  failed("resets the connection", (_, { socket }) => void socket?.resetAndDestroy()),
  failed("cuts the body of a known length", raw(ok(JSON_TYPE, lengthOf(GOOD)), GOOD.slice(0, 9))),
  failed("cuts a chunked body", raw(ok(JSON_TYPE, "transfer-encoding: chunked"), '1a\r\n{"profiles":[],')),
  failed("sends a broken chunk size", raw(ok(JSON_TYPE, "transfer-encoding: chunked"), `zz\r\n${GOOD}\r\n0\r\n\r\n`)),
  failed("says less than its length", raw(ok(JSON_TYPE, "content-length: 12"), GOOD)),
  failed("says two lengths", raw(ok(JSON_TYPE, "content-length: 5", lengthOf(GOOD)), GOOD)),
  failed("says a length below zero", raw(ok(JSON_TYPE, "content-length: -1"), GOOD)),
  failed("says length and chunks", raw(ok(JSON_TYPE, lengthOf(GOOD), "transfer-encoding: chunked"), GOOD)),
  failed("speaks no HTTP", raw([`SSH-2.0-${LEAK}`])),
  failed("has a status without a number", raw(["HTTP/1.1 OK", JSON_TYPE, lengthOf(GOOD)], GOOD)),
  failed("switches protocols unasked", raw(["HTTP/1.1 101 Switching Protocols", "upgrade: websocket", "connection: upgrade"])),
  harmless("sends 103 before its answer", raw(["HTTP/1.1 103 Early Hints", "", ...ok(JSON_TYPE, lengthOf(GOOD))], GOOD)),
];

const STATUS: Fault[] = [
  ...[500, 501, 503, 504, 599].map((status) => failed(`fails with ${status} and a page`, page(status))),
  failed("fails with 500 and an error of its own", said(500, { "content-type": "application/json" }, `{"trace":"${LEAK}"}`)),
  failed("answers a status that there is not", raw(["HTTP/1.1 799 Odd", JSON_TYPE, lengthOf(GOOD)], GOOD)),
  ...[301, 302, 303, 307, 308].map((status) =>
    failed(`redirects with ${status}`, said(status, { location: `http://169.254.169.254/${LEAK}` }, "")),
  ),
  failed("redirects to itself", (request, response) => void response.writeHead(302, { location: request.url }).end()),
  failed("offers a choice", page(300)),
  failed("answers 304 to no condition", raw(["HTTP/1.1 304 Not Modified"])),
  failed("answers nothing with 204", said(204, {}, "")),
  failed("answers 204 with a body", raw(["HTTP/1.1 204 No Content", lengthOf(GOOD), JSON_TYPE], GOOD)),
  failed("answers 205", said(205, {}, "")),
  failed("answers a part", said(206, { "content-type": "application/json" }, GOOD.slice(0, 9))),
  failed("answers 404 with a page", page(404)),
  failed("answers 403 of a firewall", page(403)),
  failed("answers 400 with JSON of its own", said(400, { "content-type": "application/json" }, `{"error":"${LEAK}"}`)),
  failed("answers 407", said(407, { "proxy-authenticate": `Basic realm=${LEAK}` }, "")),
];

const CONTENT: Fault[] = [
  failed("answers a page", page(200)),
  failed("answers JSON as a page", said(200, { "content-type": "text/html" }, GOOD)),
  failed("answers JSON as bytes", said(200, { "content-type": "application/octet-stream" }, GOOD)),
  failed("says no type", (_, response) => void response.writeHead(200).end(GOOD)),
  failed("says two types", raw(ok(JSON_TYPE, "content-type: text/html", lengthOf(GOOD)), GOOD)),
  failed("answers an empty body", body("")),
  failed("answers two values", body(GOOD + GOOD)),
  failed("warns before its JSON", body(`Warning: ${LEAK} on line 3\n${GOOD}`)),
  failed("calls a function (JSONP)", body(`callback(${GOOD})`)),
  failed("answers NaN", body(GOOD.replace("null", "NaN"))),
  failed("answers ISO-8859-1", body(Buffer.from(JSON.stringify({ ...NO_LIKES, cursor: "Müller" }), "latin1"))),
  failed("answers UTF-16", body(Buffer.from(GOOD, "utf16le"))),
  failed("answers more than 2 MB", body(`"${"x".repeat(3 * 2 ** 20)}"`)),
  failed("answers deep JSON", body("[".repeat(500_000) + "]".repeat(500_000))),
  failed("bombs with gzip", zipped(gzipSync(Buffer.alloc(16 * 2 ** 20, " ")))),
  failed("says gzip of plain text", zipped(Buffer.from(GOOD))),
  failed("cuts its gzip", zipped(gzipSync(GOOD).subarray(0, 20))),
  failed("says gzip of deflate", zipped(deflateSync(GOOD))),
  failed("says an encoding that there is not", zipped(Buffer.from([1, 2, 3]), "lzma")),
  harmless("begins with a byte order mark", body(`\uFEFF${GOOD}`)),
  harmless("compresses", zipped(gzipSync(GOOD))),
];

const SHAPE: Fault[] = [
  failed("answers null", body("null")),
  failed("answers a list", body("[]")),
  failed("leaves a field out", shape({ new_likes: undefined })),
  failed("has null for a list", shape({ profiles: null })),
  failed("has an object for a list (PHP)", shape({ profiles: {} })),
  failed("has a text for a number", shape({ new_likes: "0" })),
  failed("has a number that is too large", body(GOOD.replace('"new_likes":0', '"new_likes":1e400'))),
  failed("has a broken number", shape({ new_likes: 1.5 })),
  failed("has members without fields", shape({ profiles: [{ id: LEAK }] })),
  failed("says success false", body(`{"success":false,"reason":"${LEAK}"}`)),
  harmless("has fields that there are not", shape({ of_theirs: 1, __proto__: { a: 1 } })),
];

const HEADERS: Fault[] = [
  harmless("sets cookies for others", cookies(`a=${LEAK}; Domain=evil.example`, `__Secure-x=${LEAK}`, `=${LEAK}`, LEAK)),
  harmless("sets broken cookies", cookies("session=a b", "session", ";;;", 'locale="xx"', "session=\u00ff")),
  harmless("sets a thousand cookies", cookies(...Array.from({ length: 200 }, (_, n) => `c${n}=${LEAK}`))),
  harmless("sets policies of its own", (_, response) =>
    json(response, 200, NO_LIKES, {
      "content-security-policy": `default-src ${LEAK}`,
      "strict-transport-security": "max-age=0",
      "clear-site-data": '"*"',
      refresh: `0; url=http://${LEAK}.example`,
      "x-frame-options": "ALLOWALL",
    }),
  ),
  harmless("names itself twice", raw(ok(JSON_TYPE, lengthOf(GOOD), `server: ${LEAK}`, `server: ${LEAK}`, `via: ${LEAK}`), GOOD)),
];

export const FAULTS: Fault[] = [...CONNECTION, ...STATUS, ...CONTENT, ...SHAPE, ...HEADERS];
