import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { listenTls } from "#scripts/own/tls.ts";
import { freePort } from "#scripts/ports.ts";
import { ownCertificate } from "#tests/setup/certificate.ts";

const FROM_THE_PAGE = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
const UPGRADE = {
  ...{ connection: "Upgrade", upgrade: "websocket" },
  ...{ "sec-websocket-version": "13", "sec-websocket-key": "AQIDBAUGBwgJCgsMDQ4PEA==" },
};

interface Options {
  folder: string;
  host: string;
  /** Port of the running product. */
  to: number;
  login: object;
}

/** A log-in, its socket and a page over https as `npm run serve` opens it; then a renewed certificate. */
export async function overTls({ folder, host, to, login }: Options) {
  const [port, paths] = [await freePort(), { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") }];
  let ca = "";
  async function renew(): Promise<void> {
    const { cert, key } = await ownCertificate(host);
    writeFileSync(paths.cert, cert);
    writeFileSync(paths.key, key);
    ca = cert;
  }
  await renew();
  const tls = await listenTls(paths, { host: "127.0.0.1", port, to });

  function asking(path: string, headers: Record<string, string> = {}, body?: string) {
    const options = { host: "127.0.0.1", port, path, ca, servername: host, agent: false, method: body ? "POST" : "GET" };
    const sent = request({ ...options, headers: { host, origin: `https://${host}`, ...headers } });
    sent.end(body);
    return sent;
  }
  const answered = (path: string, headers?: Record<string, string>, body?: string) =>
    new Promise<IncomingMessage>((done, failed) => {
      asking(path, headers, body)
        .on("response", (answer) => done(answer.resume()))
        .on("error", failed);
    });

  const entered = await answered("/api/user.php", FROM_THE_PAGE, JSON.stringify(login));
  const cookie = (entered.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const hello = await new Promise<string>((done, failed) => {
    const asked = asking("/api/live.php", { ...UPGRADE, cookie });
    asked.on("error", failed).on("response", ({ statusCode }) => failed(new Error(`status ${statusCode}`)));
    asked.on("upgrade", (_, socket, head) => {
      const read = (bytes: Buffer) => {
        if (!bytes.includes("hello")) return;
        socket.destroy();
        done(bytes.toString());
      };
      socket.on("data", read);
      read(head);
    });
  });
  const page = await answered("/", { "accept-encoding": "gzip" });
  await renew();
  const beforeRenewal = await answered("/health").then(
    ({ statusCode }) => statusCode,
    () => "refused",
  );
  process.emit("SIGHUP", "SIGHUP");
  const { statusCode: afterRenewal } = await answered("/health");
  tls.closeAllConnections();
  tls.close();
  return {
    ...{ login: entered.statusCode, cookie, hello, beforeRenewal, afterRenewal },
    page: [page.statusCode, page.headers["content-encoding"]],
  };
}
