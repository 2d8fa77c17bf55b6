import { describe, expect, it, vi } from "vitest";
import { createHealth } from "./health.ts";

const BUILD = { version: "0.2.0", build: "abc" };
const GET = { method: "GET" };

describe("the health of a deployment", () => {
  it("is its version, build and schema, and is stored nowhere", async () => {
    const answer = await createHealth(BUILD, async () => "0041_staff.sql")(GET, 0);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toEqual({ ok: true, ...BUILD, schema: "0041_staff.sql" });
  });

  it("is bad when the database does not answer, without a reason", async () => {
    const answer = await createHealth(BUILD, () => Promise.reject(new Error("D1 at 10.0.0.5")))(GET, 0);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ ok: false, ...BUILD, schema: null, problems: ["database"] });
  });

  it("is bad while a secret or a binding is missing, and names the kind alone", async () => {
    const problems = [
      { kind: "secret", name: "MEDIA_SECRET", what: "missing" },
      { kind: "secret", name: "PUSH_KEYS", what: "unreadable" },
      { kind: "binding", name: "MAILER", what: "missing" },
    ] as const;
    const answer = await createHealth(BUILD, async () => "0041_staff.sql", problems)(GET, 0);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ ok: false, ...BUILD, schema: "0041_staff.sql", problems: ["secret", "binding"] });
  });

  it("asks the database once in five seconds, however often it is asked", async () => {
    const read = vi.fn(async () => "0041_staff.sql");
    const health = createHealth(BUILD, read);
    for (const now of [0, 1, 4999, 5001, 5002]) await health(GET, now);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("is only read", async () => {
    const read = vi.fn(async () => "x");
    const answer = await createHealth(BUILD, read)({ method: "POST" }, 0);
    expect([answer.status, answer.headers.get("allow"), read.mock.calls.length]).toEqual([405, "GET, HEAD", 0]);
  });
});
