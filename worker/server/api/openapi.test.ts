import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "#locales/languages.ts";
import { contract } from "#worker/backoffice/programs/program-reads.contract.ts";
import { type Call, refusalsOf, splitPath } from "#worker/platform/call.ts";
import { ERROR_STATUS } from "#worker/platform/errors.ts";
import { CALLS } from "#worker/server/calls.ts";
import { EXAMPLES } from "./openapi-examples.ts";

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: string[];
  required?: string[];
  [keyword: string]: unknown;
}
interface Operation {
  operationId: string;
  "x-operations"?: string[];
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { description: string; headers?: object; content: Record<string, { schema: Schema & { $ref?: string } }> }
  >;
}

let document: {
  openapi: string;
  info: object;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

beforeAll(async () => {
  document = await (await exports.default.fetch(new Request("http://localhost/api/openapi.json"))).json();
});

describe("the contract as OpenAPI", () => {
  it("says which version, which server and what an error is", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Liaison API" }, servers: [{ url: "http://localhost" }] });
    const error = document.components.schemas.Error?.properties?.error as Schema;
    expect(error.properties?.code?.enum).toEqual(Object.keys(ERROR_STATUS));
    expect(error.required).toEqual(expect.arrayContaining(["code", "message", "field", "params", "retry_after"]));
  });

  it.each(Object.entries(CALLS) as [string, Call][])("has %s, with what it takes, answers and refuses", (name, call) => {
    const operation = document.paths[splitPath(call).pathname]?.[call.method.toLowerCase()] as Operation;
    expect([operation.operationId, ...(operation["x-operations"] ?? [])]).toContain(name);
    expect(operation.summary).toContain(call.summary);
    const answer = operation.responses[call.status]?.content["application/json"]?.schema as Schema;
    expect(answer.type ?? answer.anyOf ?? answer.$ref).toBeDefined();
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(["400", "422", "429", "500", "502", "504", "default"]),
    );
    for (const [status, { content, description }] of Object.entries(operation.responses)) {
      expect(description, status).not.toBe("");
      if (status === "304") expect(content).toBeUndefined();
      else if (Number(status) >= 300 || status === "default")
        expect(content["application/json"]?.schema.$ref).toBe("#/components/schemas/Error");
    }
    for (const code of refusalsOf(call)) {
      expect(operation.responses[ERROR_STATUS[code]]?.description).toMatch(new RegExp(`\\b${code}\\b`));
    }
    const body = operation.requestBody?.content[call.multipart ? "multipart/form-data" : "application/json"]?.schema;
    if (call.method === "GET") expect(body).toBeUndefined();
    else
      for (const one of ((body?.anyOf ?? body?.oneOf) as Schema[] | undefined) ?? [body as Schema])
        expect(one.additionalProperties).toBe(false);
  });

  it("lists each call once, the socket and the reports of mail providers, and no path with a query", () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const names = operations.flatMap((operation) => operation["x-operations"] ?? [operation.operationId]);
    expect(names.toSorted()).toEqual(
      [
        ...Object.keys(CALLS),
        ...Object.keys(contract),
        "downloadExport",
        "live",
        "mailReport",
        "mediaFile",
        "ageAnswer",
        "paymentNotice",
        "paymentNoticeByGet",
      ].toSorted(),
    );
    expect(Object.keys(document.paths).filter((path) => path.includes("?"))).toEqual([]);
  });

  it("names the schemas that calls share", () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(["Card", "Profile", "Message", "User", "Photo", "Image", "Transaction", "Offer", "LiveEvent"]),
    );
    for (const [name, field] of [
      ["Payment", "refundable"],
      ["Mandate", "collected_on"],
      ["Passkey", "last_used_at"],
      ["Deck", "resets_at"],
      ["Preferences", "hide_from_visitors"],
    ] as const) {
      const copies = JSON.stringify(document.components.schemas).split(`"${field}":`).length - 1;
      expect(copies, name).toBe(1);
      expect(JSON.stringify(document.paths), name).toContain(`"#/components/schemas/${name}"`);
    }
    const like = document.paths["/api/like.php"]?.post?.responses;
    expect(like?.[404]?.description).toContain("not_found");
    expect(document.paths["/api/chat.php"]?.post?.responses[402]?.description).toContain("not_enough_credits");
  });

  it("describes revalidation for exactly the cacheable calls", () => {
    const revalidated = Object.entries(document.paths).filter(([, { get }]) => get?.responses[304]);
    expect(revalidated.map(([path]) => path).toSorted()).toEqual(
      ["/api/companyinfo.php", "/api/interests.php", "/api/regions.php", "/api/settings.php"].toSorted(),
    );
    for (const [path, { get }] of revalidated) {
      expect(Object.keys(get?.responses[200]?.headers ?? {}), path).toEqual(["ETag", "Cache-Control"]);
      expect(
        get?.parameters?.map(({ name }) => name),
        path,
      ).toContain("If-None-Match");
    }
  });

  it("tells how long a passing refusal lasts, and that a proxied socket or notice may fail", () => {
    const responses = document.paths["/api/like.php"]?.post?.responses ?? {};
    for (const status of ["429", "503"]) expect(Object.keys(responses[status]?.headers ?? {}), status).toEqual(["Retry-After"]);
    expect(responses[404]?.headers).toBeUndefined();
    for (const path of ["/api/live.php", "/api/payment-webhook.php"])
      expect(Object.keys(document.paths[path]?.get?.responses ?? {}), path).toEqual(expect.arrayContaining(["502", "504"]));
  });

  it("shows the filters of a search as query parameters", () => {
    const names = document.paths["/api/members.php"]?.get?.parameters?.map((parameter) => parameter.name);
    expect(names).toEqual(expect.arrayContaining(["gender", "country", "min_age", "hair", "cursor"]));
  });

  it("tells a stranger what the sign-up accepts, and with which header a write comes", () => {
    const { post } = document.paths["/api/signup.php"] ?? {};
    const { properties = {} } = post?.requestBody?.content["application/json"]?.schema ?? {};
    expect(properties.gender?.enum).toEqual(["male", "female"]);
    expect(properties.looking_for?.enum).toEqual(["female", "male", "everyone"]);
    expect(properties.language?.enum).toEqual(LANGUAGES);
    expect([properties.email?.format, properties.date_of_birth?.format]).toEqual(["email", "date"]);
    const writes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters }]) => ({
        path,
        method,
        names: parameters?.map(({ name }) => name) ?? [],
      })),
    );
    const without = writes.filter(({ method, names }) => method !== "get" && !names.includes("Origin")).map(({ path }) => path);
    expect(writes.length).toBeGreaterThan(130);
    expect(without).toEqual(["/api/age-answer.php", "/api/mail-report.php", "/api/payment-webhook.php"]);
  });

  it("describes each operation and puts it into one group that has a description", () => {
    const { tags } = document as unknown as { tags: { name: string; description: string }[] };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as (Operation & {
      tags: string[];
      description: string;
    })[];
    for (const { operationId, tags: own, description } of operations) {
      expect([operationId, own.length, tags.some(({ name }) => name === own[0])]).toEqual([operationId, 1, true]);
      expect(description.length, operationId).toBeGreaterThan(10);
    }
    expect(tags.filter(({ name }) => !operations.some(({ tags: [own] }) => own === name))).toEqual([]);
    expect(tags.filter(({ description }) => description === "")).toEqual([]);
  });

  it("gives examples that the contract accepts", () => {
    const examples = Object.entries(EXAMPLES);
    expect(examples.length).toBeGreaterThan(10);
    for (const [name, example] of examples)
      expect([name, (CALLS as Record<string, Call>)[name]?.input.safeParse(example).error?.issues]).toEqual([name, undefined]);
  });

  it("has no schema that takes anything, no bound of JavaScript's numbers, and no key that is required and unknown", () => {
    const found: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null) return;
      const schema = value as Schema;
      for (const branch of [schema.anyOf, schema.oneOf].flat())
        if (branch && Object.keys(branch).length === 0) found.push(`${path}: empty branch`);
      if ([schema.minimum, schema.maximum].some((bound) => Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER))
        found.push(`${path}: bound`);
      if (schema.format === "date-time" && schema.pattern) found.push(`${path}: pattern`);
      for (const key of Array.isArray(schema.required) ? schema.required : [])
        if (schema.type === "object" && !schema.properties?.[key]) found.push(`${path}: ${key}`);
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`);
    };
    walk(document, "");
    expect(found).toEqual([]);
  });

  it("refers to nothing that is not in it", () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    for (const [, path] of references) {
      const found = (path as string).split("/").reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(found, path).toBeDefined();
    }
  });
});
