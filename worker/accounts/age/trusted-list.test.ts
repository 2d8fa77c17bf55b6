import "cloudflare:workers";
import { createHash, createPrivateKey, sign, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { SignedXml } from "xml-crypto";
import { certified, NOW, SIGNER } from "#tests/setup/age-proofs.ts";
import { fromBase64url } from "#worker/platform/ids.ts";
import example from "./av-list.vector.xml?raw";
import profile from "./eu/av-profile.vector.json" with { type: "json" };
import { verifyProof } from "./eu/mdoc.ts";
import { browserTranscript } from "./eu/transcript.ts";
import { readTrustedList } from "./trusted-list.ts";

/** The certificate that signed the example: "LOTL signer 1" of the Commission's tests. */
const EXAMPLE_SIGNER = "af6eed7ab058b8bf5f56fd91f905f9c0933e81fa20ca241662d1c997ffa95fef";
const EXAMPLE_DAY = Date.parse("2025-11-01T12:00:00Z");
const reading = { source: "a file", signers: [EXAMPLE_SIGNER], now: EXAMPLE_DAY };

test("the Commission's example list is read: its signature, its date, its issuers that may issue", async () => {
  const list = await readTrustedList(example, reading);
  expect(list).toMatchObject({
    sequence: 1,
    issued: "2025-07-01T01:00:00.000Z",
    nextUpdate: "2025-12-29T01:00:00.000Z",
    signer: { fingerprint: EXAMPLE_SIGNER, subject: expect.stringContaining("LOTL signer 1") },
  });
  const names = list.anchors.map(({ subject }) => subject);
  expect(names).toContain("CN=Age Verification DS - 001, O=Age Verification Reference Implementation, C=EU");
  // "BE PAAP 1 PAAS 1" is deprecated.
  expect(names.filter((name) => name.includes("BE PAAP 1 PAAS 1"))).toEqual([]);
  expect(list.anchors.length).toBeGreaterThan(2);
});

test("an issuer of the example list signed the profile's example of a shown proof, which verifies by the list alone", async () => {
  const { anchors } = await readTrustedList(example, reading);
  const session = await browserTranscript(profile.encryptionInfo, profile.origin);
  const response = fromBase64url(profile.deviceResponse) as Uint8Array;
  expect(await verifyProof(response, session, { anchors, now: EXAMPLE_DAY })).toMatchObject({ over18: true });
});

test.each([
  ["another signer", example, { signers: ["0".repeat(64)] }, "other_signer"],
  ["no signer that may", example, { signers: [] }, "other_signer"],
  ["a changed name", example.replace("European Commission", "European Commissioner"), {}, "unsigned"],
  ["a changed status", example.replace("Svcstatus/deprecated", "Svcstatus/recognized"), {}, "unsigned"],
  ["an added issuer", example.replace("</TSPService>", "</TSPService><TSPService/>"), {}, "unsigned"],
  ["no signature", example.replace(/<ds:Signature .*<\/ds:Signature>/s, ""), {}, "unsigned"],
  ["a second signature", example.replace(/(<ds:Signature .*<\/ds:Signature>)/s, "$1$1"), {}, "unsigned"],
  ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${example.replace(/^<\?xml[^>]*>/, "")}`, {}, "unreadable"],
  ["no XML", "{}", {}, "unreadable"],
  ["no end", example.slice(0, -30), {}, "unreadable"],
  ["four million signs", example + " ".repeat(4_000_000), {}, "too_long"],
  ["an end in the past", example, { now: Date.parse("2025-12-29T01:00:00Z") }, "expired"],
])("a list with %s is refused", async (_, xml, change, problem) => {
  await expect(readTrustedList(xml as string, { ...reading, ...(change as object) })).rejects.toMatchObject({
    code: `age_list_${problem}`,
  });
});

test("what is wrapped around a signed list is not read", async () => {
  const signed = example.replace(/^<\?xml[^>]*>/, "");
  const wrapped = `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#">${signed}</TrustServiceStatusList>`;
  await expect(readTrustedList(wrapped, reading)).rejects.toMatchObject({ code: "age_list_unsigned" });
});

const operator = await certified({ name: "Operator", extensions: [] });
const issuer = await certified({ name: "Issuer", extensions: SIGNER });
const TSL = "http://ec.europa.eu/tools/lotl/av/TrstSvc";

function listXml({
  type = `${TSL}/TrustedList/TSLType/AVTL`,
  service = `${TSL}/Svctype/PAA`,
  status = `${TSL}/TrustedList/Svcstatus/recognized`,
}) {
  return `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="all"><SchemeInformation><TSLSequenceNumber>7</TSLSequenceNumber><TSLType>${type}</TSLType>
<ListIssueDateTime>2026-11-01T00:00:00Z</ListIssueDateTime><NextUpdate><dateTime>2027-03-01T00:00:00Z</dateTime></NextUpdate></SchemeInformation>
<TrustServiceProviderList><TrustServiceProvider><TSPInformation><TSPName><Name>Test</Name></TSPName></TSPInformation><TSPServices><TSPService><ServiceInformation>
<ServiceTypeIdentifier>${service}</ServiceTypeIdentifier><ServiceDigitalIdentity><DigitalId><X509Certificate>${issuer.issuer.certificate}</X509Certificate></DigitalId></ServiceDigitalIdentity>
<ServiceStatus>${status}</ServiceStatus></ServiceInformation></TSPService></TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>`;
}

const ECDSA = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";

/** Signed by the library that verifies; the example above is signed by the Commission's own. */
function signedList(xml: string, { uri = "", digest = "http://www.w3.org/2001/04/xmlenc#sha256" } = {}): string {
  const { privateKey, certificate } = operator.issuer;
  const pem = new X509Certificate(Buffer.from(certificate, "base64")).toString();
  const key = createPrivateKey({ key: privateKey, format: "jwk" }).export({ type: "pkcs8", format: "pem" });
  const signed = new SignedXml({
    privateKey: key,
    publicCert: pem,
    signatureAlgorithm: ECDSA,
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signed.SignatureAlgorithms[ECDSA] = class {
    getSignature = (material: unknown) =>
      sign("sha256", Buffer.from(material as string), { key, dsaEncoding: "ieee-p1363" }).toString("base64");
    verifySignature = () => false;
    getAlgorithmName = () => ECDSA;
  } as never;
  const transforms = ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"];
  signed.addReference({ xpath: "/*", uri, isEmptyUri: uri === "", transforms, digestAlgorithm: digest });
  signed.computeSignature(xml, { location: { reference: "/*", action: "append" } });
  return signed.getSignedXml();
}

const fingerprint = createHash("sha256").update(Buffer.from(operator.issuer.certificate, "base64")).digest("hex");
const ours = { source: "a file", signers: ["0".repeat(64), fingerprint.toUpperCase().replace(/..(?=.)/g, "$&:")], now: NOW };

test("a list signed by ECDSA is read, by a fingerprint as tools print it", async () => {
  const list = await readTrustedList(signedList(listXml({})), ours);
  expect(list).toMatchObject({ sequence: 7, anchors: [{ ...issuer.anchor, name: "Test" }] });
});

test.each([
  ["of another type", { type: "http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists" }, {}, "other_list"],
  ["of other services", { service: "http://uri.etsi.org/TrstSvc/Svctype/CA/QC" }, {}, "empty"],
  ["whose issuer was withdrawn", { status: `${TSL}/TrustedList/Svcstatus/deprecated` }, {}, "empty"],
  ["whose signature names a part", {}, { uri: "#all" }, "unsigned"],
  ["hashed by SHA-1", {}, { digest: "http://www.w3.org/2000/09/xmldsig#sha1" }, "unsigned"],
])("a signed list %s is refused", async (_, content, signature, problem) => {
  await expect(readTrustedList(signedList(listXml(content), signature), ours)).rejects.toMatchObject({
    code: `age_list_${problem}`,
  });
});
