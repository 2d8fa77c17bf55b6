import "cloudflare:workers";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Certified, certified, listOf, NOW } from "#tests/setup/age-proofs.ts";
import { base64url } from "#worker/platform/ids.ts";
import { type Cbor, encodeCbor, Tagged } from "./cbor.ts";
import { isRevoked } from "./status.ts";

const URI = "https://issuer.example.com/lists/1";
const signer = await certified({ name: "Lists" });
const other = await certified({ name: "Other" });
const { anchors } = listOf(signer);
const entry = (idx: Cbor, uri: Cbor = URI): Cbor =>
  new Map([
    [
      "status_list",
      new Map([
        ["idx", idx],
        ["uri", uri],
      ]),
    ],
  ]);
const part = (of: object) => base64url(new TextEncoder().encode(JSON.stringify(of)));

/** Of the draft, 4.1: with one bit each, the bytes b9 a3 hold the states 1, 0, 0, 1, 1, 1, 0, 1 and 1, 1, 0, 0, 0, 1, 0, 1. */
const BYTES = Buffer.from("b9a3", "hex");

interface Token {
  by?: Certified;
  header?: object;
  payload?: object;
  bytes?: Uint8Array;
  bits?: number;
}

async function tokenOf({ by = signer, header = {}, payload = {}, bytes = BYTES, bits = 1 }: Token): Promise<string> {
  const head = part({ alg: "ES256", typ: "statuslist+jwt", x5c: [by.issuer.certificate], ...header });
  const body = part({ sub: URI, iat: NOW / 1000, status_list: { bits, lst: base64url(deflateSync(bytes)) }, ...payload });
  const signed = new TextEncoder().encode(`${head}.${body}`);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, by.keys.privateKey, signed);
  return `${head}.${body}.${base64url(signature)}`;
}

/** The runtime checks the request as a real fetch does. */
const answering = (text: string, init?: ResponseInit) =>
  (async (...asked: ConstructorParameters<typeof Request>) => {
    new Request(...asked);
    return new Response(text, init);
  }) as unknown as typeof fetch;
const ask = (status: Cbor, fetch: typeof globalThis.fetch) => isRevoked(status, { anchors, now: NOW, fetch });

test("the states of the draft's example list, with one bit each and with two", async () => {
  const one = answering(await tokenOf({}));
  const states = await Promise.all(Array.from({ length: 17 }, (_, index) => ask(entry(index), one)));
  expect(states.map(Number).join("")).toBe("1001110111000101" + "0");
  const two = answering(await tokenOf({ bytes: Buffer.from("c944f9", "hex"), bits: 2 }));
  const pairs = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(entry(index), two)));
  // 1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3: everything but 0 is not valid.
  expect(pairs.map(Number).join("")).toBe("110101011111");
});

test.each([
  ["of another signer", { by: other }],
  ["of another address", { payload: { sub: "https://issuer.example.com/lists/2" } }],
  ["that has ended", { payload: { exp: NOW / 1000 } }],
  ["without an algorithm", { header: { alg: "none" } }],
  ["of another type", { header: { typ: "JWT" } }],
  ["without a chain", { header: { x5c: undefined } }],
  ["of three bits", { bits: 3 }],
  ["that grows to five million bytes", { bytes: Buffer.alloc(5_000_000, 255) }],
])("a list %s stops no proof", async (_, token) => {
  expect(await ask(entry(0), answering(await tokenOf({})))).toBe(true);
  expect(await ask(entry(0), answering(await tokenOf(token as Token)))).toBe(false);
});

test("a list that is not there, is no token, or is not named, stops no proof", async () => {
  const token = await tokenOf({});
  const down = (async () => {
    throw new TypeError("network");
  }) as unknown as typeof fetch;
  for (const fetched of [
    down,
    answering("", { status: 404 }),
    answering("no token"),
    answering(`${token}.x`),
    answering(token.slice(0, -9)),
  ])
    expect(await ask(entry(0), fetched)).toBe(false);
  for (const status of [null, new Map(), entry("0"), entry(-1), entry(0, "http://issuer.example.com/lists/1"), entry(0, 7)])
    expect(await ask(status, answering(token))).toBe(false);
});

/** The same as CWT (draft 5.2): a COSE_Sign1 over claims with numbers for names. */
async function cwtOf({
  by = signer,
  typ = "application/statuslist+cwt" as Cbor,
  algorithm = -7 as Cbor,
  claims = new Map<number, Cbor>(),
} = {}) {
  const secured = encodeCbor(
    new Map<number, Cbor>([
      [1, algorithm],
      [16, typ],
    ]),
  );
  const list = new Map<string, Cbor>([
    ["bits", 1],
    ["lst", new Uint8Array(deflateSync(BYTES))],
  ]);
  const payload = encodeCbor(new Map<number, Cbor>([[2, URI], [6, NOW / 1000], [65533, list], ...claims]));
  const structure = encodeCbor(["Signature1", secured, new Uint8Array(), payload]);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, by.keys.privateKey, structure);
  const chain = new Uint8Array(Buffer.from(by.issuer.certificate, "base64"));
  return encodeCbor(new Tagged(18, [secured, new Map([[33, chain]]), payload, new Uint8Array(signature)]));
}
const asCwt = (bytes: Uint8Array, type = "application/statuslist+cwt") =>
  (async () => new Response(bytes as BodyInit, { headers: { "content-type": type } })) as unknown as typeof fetch;

test("the same list as CWT", async () => {
  const list = asCwt(await cwtOf());
  const states = await Promise.all(Array.from({ length: 17 }, (_, index) => ask(entry(index), list)));
  expect(states.map(Number).join("")).toBe("1001110111000101" + "0");
});

test.each([
  ["of another signer", { by: other }],
  ["of another type", { typ: "JWT" }],
  ["by another algorithm", { algorithm: -35 }],
  ["of another address", { claims: new Map<number, Cbor>([[2, "https://issuer.example.com/lists/2"]]) }],
  ["that has ended", { claims: new Map<number, Cbor>([[4, NOW / 1000]]) }],
])("a CWT %s stops no proof", async (_, token) => {
  expect(await ask(entry(0), asCwt(await cwtOf(token)))).toBe(false);
});

test("a list at a private address is not asked for, nor one that leads elsewhere or never ends", async () => {
  const asked: string[] = [];
  const from = (answer: () => Response) =>
    (async (address: string) => {
      asked.push(address);
      return answer();
    }) as unknown as typeof fetch;
  for (const uri of ["https://169.254.169.254/list", "https://issuer.internal/list", "http://issuer.example.com/list"])
    expect(
      await ask(
        entry(0, uri),
        from(() => new Response("")),
      ),
    ).toBe(false);
  expect(asked).toEqual([]);
  const elsewhere = () => new Response(null, { status: 302, headers: { location: "https://10.0.0.1/" } });
  const endless = () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536)) }));
  for (const answer of [elsewhere, endless]) expect(await ask(entry(0), from(answer))).toBe(false);
  expect(asked).toEqual([URI, URI]);
});
