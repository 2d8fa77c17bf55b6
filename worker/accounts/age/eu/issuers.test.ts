import "cloudflare:workers";
import type { Extension } from "@peculiar/x509";
import { expect, test } from "vitest";
import {
  AUTHORITY,
  at,
  BasicConstraintsExtension,
  type Certified,
  certified,
  DAY,
  extensionOf,
  forged,
  KeyUsageFlags,
  KeyUsagesExtension,
  listOf,
  NOW,
  newRequest,
  proof,
  purposeOf,
  SIGNER,
  verdict,
} from "#tests/setup/age-proofs.ts";
import type { CborMap } from "./cbor.ts";

/** What a proof of `signer` proves, shown with further certificates, to a verifier who trusts `anchors`. */
async function shownBy(signer: Certified, anchors: Certified[], further: Certified[] = []): Promise<string> {
  const { secret, transcript } = await newRequest();
  const der = (one: Certified) => new Uint8Array(Buffer.from(one.issuer.certificate, "base64"));
  const shown = forged(await proof(transcript, { issuer: signer.issuer }), (document) => {
    const headers = at<CborMap>(document, "issuerSigned", "issuerAuth", 1);
    if (further.length > 0) headers.set(33, [signer, ...further].map(der));
  });
  return verdict(shown, secret, listOf(...anchors));
}

const root = await certified({ name: "Root", extensions: AUTHORITY });
const other = await certified({ name: "Other root", extensions: AUTHORITY });
const middle = await certified({ name: "Middle", by: root, extensions: AUTHORITY });

test("a signer of a listed root is accepted: directly, by an authority between, listed itself, with either purpose", async () => {
  const signer = await certified({ by: root });
  expect(await shownBy(signer, [other, root])).toBe("over");
  expect(await shownBy(signer, [root], [root])).toBe("over");
  expect(await shownBy(signer, [signer])).toBe("over");
  expect(await shownBy(await certified({ by: middle }), [root], [middle])).toBe("over");
  expect(await shownBy(await certified({ by: middle }), [middle])).toBe("over");
  const european = [SIGNER[0] as Extension, purposeOf("1.3.130.2.0.0.1.2")];
  expect(await shownBy(await certified({ by: root, extensions: european }), [root])).toBe("over");
});

test("a root of the same name as another, after a change of its key, is found", async () => {
  const renewed = await certified({ name: "Root", extensions: AUTHORITY });
  expect(await shownBy(await certified({ by: root }), [renewed, root])).toBe("over");
  expect(await shownBy(await certified({ by: root }), [renewed])).toBe("unknown_issuer: no path to the trusted list");
});

test("a signer of another root, or of none, is unknown", async () => {
  const signer = await certified({ by: other });
  expect(await shownBy(signer, [root])).toBe("unknown_issuer: no path to the trusted list");
  expect(await shownBy(signer, [root], [other])).toBe("unknown_issuer: no path to the trusted list");
  expect(await shownBy(signer, [root], [root])).toBe("unknown_issuer: no path to the trusted list");
  expect(await shownBy(signer, [])).toBe("unknown_issuer: no path to the trusted list");
  expect(await shownBy(await certified({}), [root])).toBe("unknown_issuer: no path to the trusted list");
  const impostor = await certified({ name: "Root" });
  expect(await shownBy(impostor, [root])).toBe("unknown_issuer: no path to the trusted list");
  // The chain leads to the root only by names.
  expect(await shownBy(await certified({ by: other }), [root], [middle, root])).toBe(
    "unknown_issuer: no path to the trusted list",
  );
});

const [signs, purpose] = SIGNER as unknown as [Extension, Extension];
const unknown = (critical: boolean) => extensionOf("1.2.3.4", critical);

test.each([
  ["another purpose", [signs, purposeOf("1.3.6.1.5.5.7.3.1")], "certificate of another purpose"],
  ["the purpose of a reader", [signs, purposeOf("1.0.18013.5.1.6")], "certificate of another purpose"],
  ["no purpose", [signs], "certificate of another purpose"],
  ["no use of its key", [purpose], "key may not sign documents"],
  ["another use of its key", [new KeyUsagesExtension(KeyUsageFlags.keyAgreement, true), purpose], "key may not sign documents"],
  ["the power of an authority", [...SIGNER, new BasicConstraintsExtension(true, 0, true)], "an authority as document signer"],
  ["a critical extension that nobody knows", [...SIGNER, unknown(true)], "critical extension that is not understood"],
])("a signer with %s is refused", async (_, extensions, detail) => {
  expect(await shownBy(await certified({ by: root, extensions }), [root])).toBe(`unknown_issuer: ${detail}`);
});

test("an extension that nobody knows and that is not critical does no harm", async () => {
  expect(await shownBy(await certified({ by: root, extensions: [...SIGNER, unknown(false)] }), [root])).toBe("over");
});

test.each([
  ["is none", SIGNER, "signed by a certificate that is no authority"],
  ["says nothing", [], "signed by a certificate that is no authority"],
  [
    "may not sign",
    [new BasicConstraintsExtension(true), new KeyUsagesExtension(KeyUsageFlags.cRLSign)],
    "key may not sign certificates",
  ],
])("an authority between that %s is refused", async (_, extensions, detail) => {
  const between = await certified({ name: "Between", by: root, extensions: extensions as Extension[] });
  expect(await shownBy(await certified({ by: between }), [root], [between])).toBe(`unknown_issuer: ${detail}`);
});

test("a root that allows no authority below it is obeyed", async () => {
  const strict = await certified({ name: "Strict", extensions: [new BasicConstraintsExtension(true, 0, true)] });
  const between = await certified({ name: "Between", by: strict, extensions: AUTHORITY });
  expect(await shownBy(await certified({ by: strict }), [strict])).toBe("over");
  expect(await shownBy(await certified({ by: between }), [strict], [between])).toBe("unknown_issuer: path too long");
});

test.each([
  ["the signer", (life: object) => certified({ by: root, ...life }), () => [root]],
  ["the root", async () => certified({ by: await aged }), async () => [await aged]],
])("%s must be valid on the day", async (name, signer, anchors) => {
  const late = { until: NOW - 1000 };
  expect(await shownBy(await signer(late), await anchors())).toBe("expired: certificate expired");
  if (name === "the signer") {
    expect(await shownBy(await signer({ from: NOW + DAY }), await anchors())).toBe("not_yet_valid: certificate not yet valid");
    expect(await shownBy(await signer({ until: NOW + 1000 }), await anchors())).toBe("over");
  }
});

const aged = certified({ name: "Aged", extensions: AUTHORITY, until: NOW - DAY });
