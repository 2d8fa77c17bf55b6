import { request } from "node:http";
import { type Answered, textOf } from "./door.ts";

export interface Inside {
  port: number;
  key: string;
}

/** Asks the runtime itself (front/inside.ts). */
export function askInside({ port, key }: Inside, path: "/cron" | "/sql", body = ""): Promise<Answered> {
  return new Promise((done, failed) => {
    const options = { host: "127.0.0.1", port, path, method: "POST", headers: { "x-inside-key": key } };
    const asking = request(options, (answer) => {
      textOf(answer).then((text) => done({ status: answer.statusCode ?? 500, text }), failed);
    });
    asking.on("error", failed);
    asking.end(body);
  });
}
