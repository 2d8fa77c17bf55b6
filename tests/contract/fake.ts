import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { inject } from "vitest";
import { type Answer, ask } from "./http.ts";

export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A request as the upstream receives it. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A scriptable upstream on the port that `broken.localhost` is configured for. */
export class FakeUpstream {
  readonly seen: Seen[] = [];
  behave: Behaviour = (_, response) => json(response, 200, {});
  /** Called before the body is read. */
  begin: (request: IncomingMessage) => void = () => {};
  #server: Server | null = null;

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server = createServer(async (request, response) => {
        this.begin(request);
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const body = Buffer.concat(chunks).toString("utf8");
        this.seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
        this.behave(request, response, body);
      });
      this.#server.once("error", reject).listen(inject("fake"), "127.0.0.1", resolve);
    });
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string | string[]> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export const host = () => `broken.localhost:${inject("proxy")}`;
/** The same upstream with a timeout that no busy machine reaches. */
export const patientHost = () => `patient.localhost:${inject("proxy")}`;
/** Only silence and slow files may meet the short timeout. */
export const hostFor = (status: number) => (status === 504 ? host() : patientHost());

/** Requests the domain with this upstream. */
export function get(path: string, headers: Record<string, string | string[]> = {}): Promise<Answer> {
  return ask({ port: inject("proxy"), path, headers: { host: patientHost(), ...headers } });
}

export function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const all = { host: patientHost(), "sec-fetch-site": "same-origin", "content-type": "application/json", ...headers };
  return ask({ port: inject("proxy"), path, method: "POST", body: JSON.stringify(body), headers: all });
}

export const NO_LIKES = { profiles: [], liked_by: [], cursor: null, new_likes: 0 };

/** Answers the path as the local instance does, with these headers more; without likes, as it asks for no session. */
export async function genuine(path: string, headers: Record<string, string | string[]> = {}): Promise<Behaviour> {
  const body = path === "/api/likes.php" ? NO_LIKES : JSON.parse((await ask({ port: inject("local"), path })).text);
  return (_, response) => json(response, 200, body, headers);
}
