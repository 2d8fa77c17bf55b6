import { request as send } from "node:http";
import { afterEach, describe, expect, inject, it } from "vitest";
import { type FakeUpstream, json, patientHost } from "./fake.ts";

const MEGABYTE = Buffer.alloc(2 ** 20, "x");

/** What this server kept in memory could not arrive before the rest is sent. One test file calls all parts. */
export function testStreams(upstream: FakeUpstream): void {
  describe("through this server", () => {
    afterEach(() => {
      upstream.begin = () => {};
    });

    it("an upload reaches the upstream while it is being sent", async () => {
      const begun = new Promise<void>((resolve) => {
        upstream.begin = (request) => void request.once("data", () => resolve());
      });
      upstream.behave = (_, response, body) => json(response, 200, { length: body.length });
      const headers = {
        host: patientHost(),
        "sec-fetch-site": "same-origin",
        "content-type": "multipart/form-data; boundary=x",
        "content-length": 4 * MEGABYTE.length,
        cookie: "session=streaming",
      };
      const sent = send({ port: inject("proxy"), method: "POST", path: "/api/upload-of-theirs.php", headers });
      const answered = new Promise<string>((resolve, reject) => {
        sent.on("error", reject);
        sent.on("response", (answer) => answer.setEncoding("utf8").once("data", resolve));
      });
      sent.write(MEGABYTE);
      await begun;
      for (let more = 0; more < 3; more++) sent.write(MEGABYTE);
      sent.end();
      expect(JSON.parse(await answered)).toEqual({ length: 4 * MEGABYTE.length });
    });

    it("a picture reaches the visitor while the upstream sends it", async () => {
      let finish = () => {};
      upstream.behave = (_, response) => {
        response.writeHead(200, { "content-type": "image/webp", "content-length": 2 * MEGABYTE.length }).write(MEGABYTE);
        finish = () => response.end(MEGABYTE);
      };
      const outgoing = send({
        port: inject("proxy"),
        path: "/media/key.full",
        headers: { host: patientHost(), cookie: "session=s" },
      });
      const length = await new Promise<number>((resolve, reject) => {
        let arrived = 0;
        outgoing.on("error", reject);
        outgoing.on("response", (answer) => {
          answer.once("data", () => finish());
          answer.on("data", (chunk: Buffer) => {
            arrived += chunk.length;
          });
          answer.on("end", () => resolve(arrived));
        });
        outgoing.end();
      });
      expect(length).toBe(2 * MEGABYTE.length);
    });
  });
}
