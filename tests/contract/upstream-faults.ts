import { beforeAll, describe, expect, inject, it } from "vitest";
import { translator } from "#locales/index.ts";
import { type FakeUpstream, get, hostFor, json, NO_LIKES, patientHost } from "./fake.ts";
import { FAULTS, LEAK } from "./faults.ts";
import { pageOf } from "./forms.ts";
import { type Answer, ask } from "./http.ts";
import { member, Person } from "./person.ts";

/** More would outlast the timeout of a silent upstream on a busy machine. */
const AT_ONCE = 4;
const LOGGED_OUT = { error: { code: "authentication_required", message: "Log in" } };

/** One test file calls all parts: they share one upstream port. */
export function testFaults(upstream: FakeUpstream): void {
  describe("a faulty upstream", () => {
    let user: unknown;
    let words = "";
    beforeAll(async () => {
      words = (await translator("de"))("errors.upstream_failed");
      user = { ...(await (await member("local")).call("user", {})), language: "de" };
    });

    /** Many at once, told apart by the session: a silent upstream costs its timeout each. */
    function behave(): void {
      upstream.behave = (request, response, body) => {
        const fault = FAULTS[Number(/session=fault(\d+)/.exec(request.headers.cookie ?? "")?.[1])];
        if (request.url === "/base/api/user.php" && request.method === "GET") return json(response, 200, user);
        if (!fault) return json(response, 200, NO_LIKES);
        fault.behaviour(request, response, body);
      };
    }

    async function eachFault(path: string): Promise<[string, Answer][]> {
      behave();
      const found: [string, Answer][] = [];
      for (let at = 0; at < FAULTS.length; at += AT_ONCE) {
        const round = FAULTS.slice(at, at + AT_ONCE).map(async ({ name, call }, more): Promise<[string, Answer]> => {
          const cookie = `session=fault${at + more}; locale=de`;
          return [name, await get(path, { cookie, host: hostFor(call) })];
        });
        found.push(...(await Promise.all(round)));
      }
      return found;
    }

    it("is at least sixty kinds of fault", () => {
      expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
      expect(FAULTS.filter(({ call }) => call !== 200).length).toBeGreaterThanOrEqual(60);
    });

    it("is a clear answer to a browser's call, in the member's language", async () => {
      const answers = await eachFault("/api/likes.php");
      expect(answers.map(([name, { status }]) => `${name}: ${status}`)).toEqual(
        FAULTS.map(({ name, call }) => `${name}: ${call}`),
      );
      for (const [name, { status, text, headers }] of answers) {
        expect(JSON.stringify(headers), name).not.toContain(LEAK);
        expect(headers["set-cookie"], name).toBeUndefined();
        if (status === 200) continue;
        expect(text, name).not.toContain(LEAK);
        const { error } = JSON.parse(text);
        const code = status === 504 ? "upstream_timeout" : "upstream_failed";
        expect({ name, ...error }).toMatchObject({ name, code, message: words, request_id: expect.stringMatching(/^\w{20}$/) });
      }
    });

    it("is a clear page, in the member's language", async () => {
      const answers = await eachFault("/likes");
      expect(answers.map(([name, { status }]) => `${name}: ${status}`)).toEqual(
        FAULTS.map(({ name, page }) => `${name}: ${page}`),
      );
      for (const [name, { status, text, headers }] of answers) {
        expect(text + JSON.stringify(headers), name).not.toContain(LEAK);
        expect(text, name).toContain('lang="de"');
        if (status !== 200) expect(text, name).toContain(words);
      }
    });

    it("leaves what was typed into a form", async () => {
      upstream.behave = (request, response) =>
        request.method === "POST" ? response.writeHead(500).end(LEAK) : json(response, 403, LOGGED_OUT);
      const person = new Person("proxy");
      const { forms } = pageOf("/login", (await get("/login", { host: patientHost() })).text);
      const form = forms.find(({ names }) => names.includes("email"));
      const typed = { email: "typed@example.org", password: "not to be shown" };
      const answer = await form?.submit(person, typed, { host: patientHost(), origin: `http://${patientHost()}` });
      expect(answer?.status).toBe(502);
      expect(answer?.text).toContain('value="typed@example.org"');
      expect(answer?.text).not.toContain(typed.password);
    });

    it("that loses the answer to a message keeps it, and the repeated one is neither sent nor paid again", async () => {
      const [ann, ben] = [await member("local"), await member("local", { gender: "male" })];
      const { credits } = await ann.call("user", {});
      let lost = 2;
      upstream.behave = async ({ method, url = "", headers }, response, body) => {
        const path = url.replace("/base", "");
        const origin = { host: `localhost:${inject("local")}`, origin: `http://localhost:${inject("local")}` };
        const { "set-cookie": _, ...theirs } = headers;
        const asked = { ...(theirs as Record<string, string>), ...origin, "cf-connecting-ip": ann.network };
        const answer = await ask({ port: inject("local"), method, path, body, headers: asked });
        if (method === "POST" && lost-- > 0) return void response.socket?.resetAndDestroy();
        response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.text);
      };
      const message = JSON.stringify({ profile: ben.id, text: "Only once", client_id: "lost-answer-1" });
      const cookie = `session=${ann.cookies.get("session")}`;
      const headers = { host: patientHost(), cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" };
      const send = () => ask({ port: inject("proxy"), method: "POST", path: "/api/chat.php", headers, body: message });
      const answers = [await send(), await send(), await send()];
      expect(answers.map(({ status }) => status)).toEqual([502, 502, 201]);
      const { message: sent, credits: left } = JSON.parse(answers[2]?.text ?? "");
      expect(left).toBe(credits - 1);
      const { messages } = await ben.call("chat", { conversation: sent.conversation });
      expect(messages.map(({ text }) => text)).toEqual(["Only once"]);
    });
  });
}
