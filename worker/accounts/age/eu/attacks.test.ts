import "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { FORGERIES } from "#tests/setup/age-forgeries.ts";
import { DAY, forged, NOW, newRequest, PAGE, proof, verdict, wrapped } from "#tests/setup/age-proofs.ts";
import { seal } from "#tests/setup/age-sealing.ts";
import { LOCAL_LIST } from "#worker/accounts/age/local-list.ts";
import { answerBrowser } from "#worker/server/dev/wallet/answers.ts";
import type { CborMap } from "./cbor.ts";
import { receiveBrowser } from "./index.ts";

describe("a forged answer does not count", () => {
  test.each(FORGERIES)("%s", async (_, change, expected) => {
    const { secret, transcript } = await newRequest();
    expect(await verdict(forged(await proof(transcript), change), secret)).toBe(expected);
  });

  test("a proof that says no cannot be made to say yes by what the device signs", async () => {
    const { secret, transcript } = await newRequest();
    expect(await verdict(await proof(transcript, { over18: false }), secret)).toBe("under");
    const own = new Map([["eu.europa.ec.av.1", new Map([["age_over_18", true]])]]);
    const changed = forged(await proof(transcript, { over18: false }), (d) =>
      (d.get("deviceSigned") as CborMap).set("nameSpaces", wrapped(own)),
    );
    expect(await verdict(changed, secret)).toBe("wrong_device: device's signature over this session");
  });
});

test("only its own request accepts a proof; 50 answers to another one are refused", async () => {
  const [mine, other] = [await newRequest(), await newRequest()];
  const shown = await proof(mine.transcript);
  expect(await verdict(shown, mine.secret)).toBe("over");
  const refused = await Promise.all(Array.from({ length: 50 }, () => verdict(shown, other.secret)));
  expect(new Set(refused)).toEqual(new Set(["wrong_device: device's signature over this session"]));
});

test("an answer sealed again for our key, shown on another site, is refused by the device's signature", async () => {
  const { browser, secret } = await newRequest();
  const receive = (answer: unknown) => receiveBrowser({ answer, secret, trust: LOCAL_LIST, now: NOW, fetch });
  expect(await receive(await answerBrowser(browser, PAGE.origin, "over", NOW))).toEqual({ kind: "over" });
  // The phishing site hands our request to the visitor, opens nothing, but could seal what it got by other means.
  const elsewhere = await proof([null, null, ["dcapi", new Uint8Array(32)]]);
  const sealed = await seal(elsewhere, browser.data.encryptionInfo, PAGE.origin);
  expect(await receive({ response: sealed })).toMatchObject({ reason: "wrong_device" });
});

test.each([
  ["expired a second ago", { validUntil: NOW - 1000 }, "expired: proof expired"],
  ["ends now", { validUntil: NOW }, "expired: proof expired"],
  ["ends in a second", { validUntil: NOW + 1000 }, "over"],
  ["begins in two minutes", { validFrom: NOW + 120_000 }, "not_yet_valid: proof not yet valid"],
  ["begins in half a minute, by a clock ahead", { validFrom: NOW + 30_000 }, "over"],
])("a proof that %s", async (_, life, expected) => {
  const { secret, transcript } = await newRequest();
  expect(await verdict(await proof(transcript, life), secret)).toBe(expected);
});

test.each([
  ["none", null, "none"],
  ["expired", { ...LOCAL_LIST, nextUpdate: new Date(NOW).toISOString() }, "expired"],
])("no answer counts while the trusted list is %s", async (_, trust, state) => {
  const { secret, transcript } = await newRequest();
  expect(await verdict(await proof(transcript), secret, trust as never)).toBe(`unavailable: trusted list: ${state}`);
  expect(await verdict(await proof(transcript), secret, { ...LOCAL_LIST, nextUpdate: new Date(NOW + DAY).toISOString() })).toBe(
    "over",
  );
});
