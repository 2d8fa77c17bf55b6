import { beforeAll, describe, expect, inject, it } from "vitest";
import { API_SCOPES } from "#db/schema/operator-codes.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { contract } from "#worker/backoffice/programs/program-reads.contract.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { ask } from "./http.ts";
import { inStore } from "./served-store.ts";

type Name = keyof typeof contract;
type Caller = "nobody" | "a session" | "an unknown token" | "another scope" | "a disabled operator" | "a moderator" | "the scope";

const NAMES = Object.keys(contract) as Name[];
const QUERY: Partial<Record<Name, string>> = { v1Figures: "?site=liaison&from=2026-11-01&to=2026-11-30" };
const REFUSED: Record<Caller, string> = {
  nobody: "authentication_required",
  "a session": "authentication_required",
  "an unknown token": "authentication_required",
  "another scope": "forbidden",
  "a disabled operator": "authentication_required",
  "a moderator": "authentication_required",
  "the scope": "ok",
};
const people = {} as Record<"operator" | "disabled" | "moderator", { id: string; token: string }>;

async function person(role: "operator" | "moderator", disabledAt: number | null) {
  const { id, token, rows } = await staffRows(role);
  const sql = "UPDATE staff_members SET password_hash = 'x', disabled_at = ? WHERE id = ?";
  await inStore(...rows, { sql, values: [disabledAt, id] });
  return { id, token };
}

async function tokenOf(by: string, scopes: readonly string[]): Promise<string> {
  const token = `lia_${newSecret()}`;
  const values = [newId(), await sha256(token), JSON.stringify(scopes), by, Date.now(), Date.now() + 1e6];
  const sql = `INSERT INTO api_tokens (id, hash, prefix, name, scopes, created_by, created_at, expires_at)
    VALUES (?, ?, 'lia_', 'test', ?, ?, ?, ?)`;
  await inStore({ sql, values });
  return token;
}

async function headersOf(caller: Caller, scope: string): Promise<Record<string, string>> {
  const { operator, disabled, moderator } = people;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  switch (caller) {
    case "nobody":
      return {};
    case "a session":
      return { cookie: `staff=${operator.token}` };
    case "an unknown token":
      return bearer(`lia_${newSecret()}`);
    case "another scope":
      return bearer(
        await tokenOf(
          operator.id,
          API_SCOPES.filter((one) => one !== scope),
        ),
      );
    case "a disabled operator":
      return bearer(await tokenOf(disabled.id, [scope]));
    case "a moderator":
      return bearer(await tokenOf(moderator.id, [scope]));
    case "the scope":
      return bearer(await tokenOf(operator.id, [scope]));
  }
}

const get = (path: string, headers: Record<string, string>, more: object = {}) =>
  ask({ port: inject("local"), path, headers: { host: "staff.localhost", ...headers }, ...more });

beforeAll(async () => {
  people.operator = await person("operator", null);
  people.disabled = await person("operator", 1);
  people.moderator = await person("moderator", null);
});

describe("each call of operators' programs, by caller", () => {
  it.each(NAMES)("%s", async (name) => {
    const { path, scope, output } = contract[name];
    for (const caller of Object.keys(REFUSED) as Caller[]) {
      const { status, text } = await get(path + (QUERY[name] ?? ""), await headersOf(caller, scope));
      const body = JSON.parse(text);
      expect([caller, status === 200 ? "ok" : body.error.code]).toEqual([caller, REFUSED[caller]]);
      if (status === 200) expect(output.safeParse(body).error?.issues).toBe(undefined);
    }
  });

  it("are reads on the staff host only, and what is asked is checked", async () => {
    const headers = await headersOf("the scope", "members");
    const codeOf = async (path: string, more: object = {}) => JSON.parse((await get(path, headers, more)).text).error?.code;
    expect(await codeOf("/v1/members", { method: "POST", body: "{}" })).toBe("method_not_allowed");
    expect(await codeOf("/v1/nothing")).toBe("not_found");
    expect(await codeOf("/v1/members?names=1")).toBe("invalid");
    expect(await codeOf("/v1/members?after=x")).toBe("invalid");
    const elsewhere = await ask({ port: inject("local"), path: "/v1/members", headers: { ...headers, host: "localhost" } });
    expect(elsewhere.status).toBe(404);
  });
});
