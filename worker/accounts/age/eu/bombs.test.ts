import { assert, asyncProperty, integer } from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { BOMBS } from "#tests/setup/age-forgeries.ts";
import { at, forged, NOW, newRequest, noFetch, PAGE, proof, verdict } from "#tests/setup/age-proofs.ts";
import { seal } from "#tests/setup/age-sealing.ts";
import { LOCAL_LIST } from "#worker/accounts/age/local-list.ts";
import { AGE_FAILURES } from "#worker/accounts/age/method.vocabulary.ts";
import { base64url } from "#worker/platform/ids.ts";
import type { Cbor } from "./cbor.ts";
import { parseDirectPost, receiveBrowser, receiveVpToken } from "./index.ts";

declare const __PROOF__: boolean;

const rest = { trust: LOCAL_LIST, now: NOW, fetch: noFetch };
let request: Awaited<ReturnType<typeof newRequest>>;

beforeAll(async () => {
  request = await newRequest();
  // Modules that are loaded on demand count for none of the times below.
  expect(await verdict(await proof(request.transcript), request.secret)).toBe("over");
});

/** In ms of processor, far above what any of them takes; the answer must not wait for memory or depth. */
const AT_ONCE = 250;

test.each(BOMBS)("a bomb %s is refused at once: as answer, sealed, as headers, as an element", async (_, bomb) => {
  const { secret, browser, transcript } = request;
  const shown = await proof(transcript);
  const sealed = await seal(bomb, browser.data.encryptionInfo, PAGE.origin);
  const headers = forged(shown, (document) =>
    at<Cbor[]>(document, "issuerSigned", "issuerAuth").splice(0, 1, bomb.slice(0, 50_000)),
  );
  const started = process.threadCpuUsage();
  const outcomes = [
    await verdict(bomb, secret),
    JSON.stringify(await receiveBrowser({ answer: { response: base64url(bomb) }, secret, ...rest })),
    JSON.stringify(await receiveBrowser({ answer: { response: sealed }, secret, ...rest })),
    await verdict(headers, secret),
  ];
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(AT_ONCE);
  for (const outcome of outcomes) expect(outcome).toMatch(/invalid.*CBOR/);
});

test("an answer of a megabyte is refused before it is decoded, by both ways", async () => {
  const { secret } = request;
  const long = "A".repeat(1_000_000);
  const started = process.threadCpuUsage();
  const outcomes = [
    await receiveBrowser({ answer: { response: long }, secret, ...rest }),
    await receiveBrowser({ answer: long, secret, ...rest }),
    await receiveVpToken({ vpToken: JSON.stringify({ proof_of_age: [long] }), secret, ...rest }),
    await receiveVpToken({ vpToken: long, secret, ...rest }),
  ];
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(AT_ONCE);
  for (const outcome of outcomes) expect(outcome).toEqual({ kind: "failed", reason: "invalid", detail: "answer too long" });
});

test.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["null", "null"],
  ["a text", '"proof_of_age"'],
  ["no proof", "{}"],
  ["the prototype's", '{"__proto__":{"proof_of_age":["AA"]}}'],
  ["another credential", '{"other":["AA"]}'],
  ["no list", '{"proof_of_age":"AA"}'],
  ["two proofs", '{"proof_of_age":["AA","AA"]}'],
  ["a number", '{"proof_of_age":[1]}'],
  ["no base64url", '{"proof_of_age":["A+/="]}'],
  ["an empty proof", '{"proof_of_age":[""]}'],
])("a vp_token with %s is refused", async (_, vpToken) => {
  expect(await receiveVpToken({ vpToken, secret: request.secret, ...rest })).toMatchObject({ kind: "failed", reason: "invalid" });
});

test.each([[null], [undefined], [7], [[]], [{}], [{ response: 7 }], [{ response: null }], ["gA"], ["ggEC"]])(
  "an answer of the browser that is %j is refused",
  async (answer) => {
    expect(await receiveBrowser({ answer, secret: request.secret, ...rest })).toMatchObject({
      kind: "failed",
      reason: "invalid",
    });
  },
);

test.each([
  ["a token", "state=s&vp_token=t", { state: "s", vpToken: "t" }],
  ["what the member declined", "state=s&error=access_denied", { state: "s", failed: { reason: "cancelled" } }],
  ["what the wallet cannot answer", "state=s&error=invalid_request", { state: "s", failed: { reason: "invalid" } }],
  ["no state", "vp_token=t", null],
  ["an empty state", "state=&vp_token=t", null],
  ["two states", "state=s&state=t&vp_token=t", null],
  ["two tokens", "state=s&vp_token=t&vp_token=u", null],
  ["a token and an error", "state=s&vp_token=t&error=access_denied", null],
  ["neither", "state=s", null],
])("a post with %s", (_, form, expected) => {
  const post = parseDirectPost(new URLSearchParams(form));
  if (expected === null) expect(post).toBeNull();
  else expect(post).toMatchObject(expected);
});

test("no changed byte makes a proof that says no say yes; what no signature covers may change", async () => {
  const { secret, transcript } = request;
  const shown = await proof(transcript, { over18: false });
  expect(await verdict(shown, secret)).toBe("under");
  const refused = new RegExp(`^(under$|(${AGE_FAILURES.join("|")}): )`);
  const changed = asyncProperty(integer({ min: 0, max: shown.length - 1 }), integer({ min: 1, max: 255 }), async (place, by) => {
    const other = shown.slice();
    other[place] = (other[place] as number) ^ by;
    expect(await verdict(other, secret)).toMatch(refused);
  });
  await assert(changed, { numRuns: __PROOF__ ? 5000 : 200 });
});
