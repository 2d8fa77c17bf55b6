import { type Cbor, type CborMap, decodeCbor, encodeCbor } from "#worker/accounts/age/eu/cbor.ts";
import { at, insideOf, wrapped } from "./age-proofs.ts";

type Forgery = (document: CborMap, answer: CborMap) => void;

/** Elements of a document, and its parts that are signed. */
const elements = (document: CborMap) => at<Cbor[]>(document, "issuerSigned", "nameSpaces", "eu.europa.ec.av.1");
const issuerAuth = (document: CborMap) => at<Cbor[]>(document, "issuerSigned", "issuerAuth");
const deviceAuth = (document: CborMap) => at<CborMap>(document, "deviceSigned", "deviceAuth");
const deviceSignature = (document: CborMap) => at<Cbor[]>(document, "deviceSigned", "deviceAuth", "deviceSignature");
const rewrite = (document: CborMap, change: (element: CborMap) => void) => {
  const element = insideOf(elements(document)[0]);
  change(element);
  elements(document)[0] = wrapped(element);
};
const swapMso = (document: CborMap, change: (mso: CborMap) => void) => {
  const auth = issuerAuth(document);
  const mso = insideOf(decodeCbor(auth[2] as Uint8Array));
  change(mso);
  auth[2] = encodeCbor(wrapped(mso));
};
const protectedBy = (algorithm: Cbor) => encodeCbor(new Map([[1, algorithm]]));

/** What is forged, how, and what the verifier says of it. The first one is genuine. */
export const FORGERIES: [string, Forgery, string][] = [
  ["nothing (the control)", () => {}, "over"],
  [
    "the signature of the device is stripped",
    (d) => deviceAuth(d).clear(),
    "invalid: response without a signature of the device",
  ],
  [
    "the signature of the device is empty",
    (d) => deviceSignature(d).splice(3, 1, new Uint8Array(64)),
    "wrong_device: device's signature over this session",
  ],
  [
    "the signature of the device is shorter",
    (d) => deviceSignature(d).splice(3, 1, new Uint8Array(0)),
    "wrong_device: device's signature over this session",
  ],
  [
    "the issuer's signature stands for the device's",
    (d) => deviceSignature(d).splice(3, 1, issuerAuth(d)[3]),
    "wrong_device: device's signature over this session",
  ],
  [
    "a code of a shared key stands for it",
    (d) => deviceAuth(d).set("deviceMac", deviceSignature(d)) && deviceAuth(d).delete("deviceSignature"),
    "invalid: response without a signature of the device",
  ],
  [
    "a code of a shared key stands beside it",
    (d) => deviceAuth(d).set("deviceMac", deviceSignature(d)),
    "invalid: response without a signature of the device",
  ],
  [
    "the device signs its own payload",
    (d) => deviceSignature(d).splice(2, 1, new Uint8Array([1])),
    "invalid: deviceSignature with a payload",
  ],
  [
    "the device adds an element after signing",
    (d) => (d.get("deviceSigned") as CborMap).set("nameSpaces", wrapped(new Map([["a", new Map()]]))),
    "wrong_device: device's signature over this session",
  ],
  ["an element's value changes", (d) => rewrite(d, (e) => e.set("elementValue", false)), "invalid: digest of an element"],
  [
    "an element's name changes",
    (d) => rewrite(d, (e) => e.set("elementIdentifier", "age_over_21")),
    "invalid: digest of an element",
  ],
  ["an element names another digest", (d) => rewrite(d, (e) => e.set("digestID", 7)), "invalid: digest of an element"],
  ["an element names its digest by a text", (d) => rewrite(d, (e) => e.set("digestID", "0")), "invalid: digest of an element"],
  [
    "a digest is swapped",
    (d) => swapMso(d, (mso) => at<CborMap>(mso, "valueDigests", "eu.europa.ec.av.1").set(0, new Uint8Array(32))),
    "invalid: issuer's signature",
  ],
  ["its life is made longer", (d) => swapMso(d, (mso) => mso.set("version", "1.0 ")), "invalid: issuer's signature"],
  ["an element stands twice", (d) => elements(d).push(elements(d)[0]), "invalid: value of the element"],
  ["no element is shown", (d) => elements(d).splice(0), "cancelled: response without the element"],
  [
    "elements of another namespace",
    (d) =>
      at<CborMap>(d, "issuerSigned", "nameSpaces").set("x", elements(d)) &&
      at<CborMap>(d, "issuerSigned", "nameSpaces").delete("eu.europa.ec.av.1"),
    "cancelled: response without the element",
  ],
  ["the document is of another type", (d) => d.set("docType", "org.iso.18013.5.1.mDL"), "invalid: document of another type"],
  ["the same document stands twice", (d, answer) => answer.set("documents", [d, d]), "invalid: more than one document"],
  ["there is no document", (_, answer) => answer.set("documents", []), "cancelled: response without a document"],
  ["there is no list of documents", (_, answer) => answer.delete("documents"), "cancelled: response without a document"],
  ["the app reports an error", (_, answer) => answer.set("status", 10), "invalid: response with an error"],
  [
    "the issuer's algorithm is none",
    (d) => issuerAuth(d).splice(0, 1, protectedBy(null)),
    "invalid: issuerAuth of another algorithm",
  ],
  [
    "the issuer's algorithm is another",
    (d) => issuerAuth(d).splice(0, 1, protectedBy(-35)),
    "invalid: issuerAuth of another algorithm",
  ],
  [
    "the algorithm is not protected",
    (d) => issuerAuth(d).splice(0, 2, new Uint8Array([0xa0]), new Map([[1, -7]])),
    "invalid: issuerAuth of another algorithm",
  ],
  ["the algorithm stands twice", (d) => (issuerAuth(d)[1] as CborMap).set(1, -7), "invalid: issuerAuth with a header twice"],
  [
    "a critical header",
    (d) =>
      issuerAuth(d).splice(
        0,
        1,
        encodeCbor(
          new Map<number, Cbor>([
            [1, -7],
            [2, [99]],
          ]),
        ),
      ),
    "invalid: issuerAuth with a critical header",
  ],
  ["no certificate", (d) => (issuerAuth(d)[1] as CborMap).clear(), "invalid: certificate is no byte string"],
  [
    "a hundred certificates",
    (d) =>
      (issuerAuth(d)[1] as CborMap).set(
        33,
        Array.from({ length: 100 }, () => new Uint8Array(9)),
      ),
    "invalid: chain of no or too many certificates",
  ],
  [
    "a certificate of noise",
    (d) => (issuerAuth(d)[1] as CborMap).set(33, new Uint8Array(500).fill(0x30)),
    "invalid: certificate that cannot be read",
  ],
  [
    "a certificate of 60,000 bytes",
    (d) => (issuerAuth(d)[1] as CborMap).set(33, new Uint8Array(60_000)),
    "invalid: certificate too long",
  ],
];

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));

/** CBOR that costs depth, memory or time. */
export const BOMBS: [string, Uint8Array<ArrayBuffer>][] = [
  ["of 60,000 levels", new Uint8Array(60_000).fill(0x81)],
  ["of 60,000 tags", new Uint8Array(60_000).fill(0xc1)],
  ["of four billion elements", hex("9affffffff")],
  ["of a text of a gigabyte", hex("7a40000000 61")],
  ["of a map that has a key twice", hex("a2 6776657273696f6e 63312e30 6776657273696f6e 63312e30")],
  ["of lists without end", new Uint8Array(60_000).fill(0x9f)],
  ["of 60,000 values", new Uint8Array([0x99, 0xea, 0x60, ...new Uint8Array(60_000)])],
];
