import { type Behaviour, json } from "./fake.ts";

/** Every upstream failure, with the resulting status and error code. */
export const FAILURES: [string, Behaviour, number, string][] = [
  [
    "answers no JSON",
    (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
    502,
    "upstream_failed",
  ],
  ["answers nothing", (_, response) => response.writeHead(200).end(), 502, "upstream_failed"],
  [
    "answers broken JSON",
    (_, response) => response.writeHead(200, { "content-type": "application/json" }).end('{"settings":'),
    502,
    "upstream_failed",
  ],
  [
    "fails",
    (_, response) => json(response, 500, { error: { code: "internal", message: "DB at 10.0.0.5 is down" } }),
    502,
    "upstream_failed",
  ],
  [
    "fails with a page",
    (_, response) => response.writeHead(503, { "content-type": "text/html" }).end("maintenance"),
    502,
    "upstream_failed",
  ],
  [
    "redirects",
    (_, response) => response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
    502,
    "upstream_failed",
  ],
  ["hangs up", (_, response) => response.destroy(), 502, "upstream_failed"],
  ["hangs", () => {}, 504, "upstream_timeout"],
  [
    "begins and hangs",
    (_, response) => void response.writeHead(200, { "content-type": "application/json" }).write('{"profiles":['),
    504,
    "upstream_timeout",
  ],
  ["drips", (_, response) => drip(response), 504, "upstream_timeout"],
  ["answers without end", (_, response) => flood(response), 502, "upstream_failed"],
];

function drip(response: Parameters<Behaviour>[1]): void {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
}

function flood(response: Parameters<Behaviour>[1]): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(`"${"x".repeat(3 * 1024 * 1024)}"`);
}
