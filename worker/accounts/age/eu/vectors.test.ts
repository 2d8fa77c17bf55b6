import "cloudflare:workers";
import { expect, test } from "vitest";
import { base64url, fromBase64url } from "#worker/platform/ids.ts";
import profile from "./av-profile.vector.json" with { type: "json" };
import { decodeCbor, encodeCbor } from "./cbor.ts";
import { verifyProof } from "./mdoc.ts";
import { beginEu } from "./request.ts";
import { browserTranscript, openidTranscript } from "./transcript.ts";

const bytes = (text: string) => fromBase64url(text) as Uint8Array<ArrayBuffer>;
const hex = (of: Uint8Array) => Buffer.from(of).toString("hex");
/** The example was shown in the autumn of 2025. */
const SHOWN = Date.parse("2025-11-01T12:00:00Z");
/** The specification gives no certificate above the signer, which the list may name itself. */
const ANCHORS = [{ name: "example", country: "EU", subject: "", certificate: profile.signer }];

test("the profile's example of a shown proof verifies: chain, issuer, digest, dates and device over this session", async () => {
  const session = await browserTranscript(profile.encryptionInfo, profile.origin);
  const { over18, status } = await verifyProof(bytes(profile.deviceResponse), session, { anchors: ANCHORS, now: SHOWN });
  expect(over18).toBe(true);
  expect(status).toBeInstanceOf(Map);
});

test.each([
  ["another site", [profile.encryptionInfo, "https://localhost:8006"], {}, "wrong_device"],
  ["another request", [profile.encryptionInfo.replace("OnVK", "OnVL"), profile.origin], {}, "wrong_device"],
  ["a later day", [profile.encryptionInfo, profile.origin], { now: Date.parse("2026-01-18T00:00:00Z") }, "expired"],
  ["an earlier day", [profile.encryptionInfo, profile.origin], { now: Date.parse("2025-10-20T16:00:00Z") }, "not_yet_valid"],
  ["a list without its issuer", [profile.encryptionInfo, profile.origin], { anchors: [] }, "unknown_issuer"],
])("the profile's example is refused for %s", async (_, [info, origin], change, reason) => {
  const session = await browserTranscript(info as string, origin as string);
  const facts = { anchors: ANCHORS, now: SHOWN, ...change };
  await expect(verifyProof(bytes(profile.deviceResponse), session, facts)).rejects.toMatchObject({ reason });
});

test("our request to the browser is the profile's example, but for key and nonce", async () => {
  const { browser } = await beginEu({ origin: "https://velvet.example", responseUri: "https://velvet.example/a", state: "s" });
  expect(browser.data.deviceRequest).toBe(profile.deviceRequest);
  const shapeOf = (encryptionInfo: string) =>
    JSON.stringify(decodeCbor(bytes(encryptionInfo)), (_, value) =>
      value instanceof Uint8Array ? "bytes" : value instanceof Map ? [...value] : value,
    );
  expect(shapeOf(browser.data.encryptionInfo)).toBe(shapeOf(profile.encryptionInfo));
  expect(base64url(encodeCbor(decodeCbor(bytes(profile.encryptionInfo))))).toBe(profile.encryptionInfo);
});

test("the session transcript is that of OpenID4VP 1.0 B.2.6.1, whose example has an encrypted answer", async () => {
  const info = [
    "x509_san_dns:example.com",
    "exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA",
    new Uint8Array(Buffer.from("4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047", "hex")),
    "https://example.com/response",
  ];
  expect(hex(encodeCbor(info))).toBe(
    "847818783530395f73616e5f646e733a6578616d706c652e636f6d782b6578633767426b786a7831726463397564527276654b7653734a4971383061766c58654c4868477771744158204283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047781c68747470733a2f2f6578616d706c652e636f6d2f726573706f6e7365",
  );
  const [clientId, nonce, thumbprint, responseUri] = info as [string, string, Uint8Array, string];
  expect(hex(encodeCbor(await openidTranscript(clientId, nonce, responseUri, thumbprint)))).toBe(
    "83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac",
  );
});
