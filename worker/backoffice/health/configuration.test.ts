import { expect, test, vi } from "vitest";
import { createPushKeys } from "#worker/delivery/push/vapid.ts";
import { configured, isClosed, mustBeConfigured, problemsOf } from "./configuration.ts";

const BINDINGS = [
  "DB",
  "VISITORS",
  "INBOX",
  "LIMITS",
  "ARCHIVE",
  "PHOTOS",
  "IMAGES",
  "MAIL_QUEUE",
  "MAILER",
  "PUSH_QUEUE",
  "ASSETS",
];
const SECRETS = { PASSWORD_PEPPER: "pepper", MEDIA_SECRET: "media" };
const whole = (more: object = {}) =>
  ({ ...Object.fromEntries(BINDINGS.map((name) => [name, {}])), ...SECRETS, ...more }) as never;
const said = (more: object) => problemsOf(whole(more)).map(({ kind, name, what }) => `${kind} ${name} ${what}`);

const { publicKey, privateKey } = await createPushKeys();
const PAIR = `${publicKey}.${privateKey}`;
const TWILIO = '{"account":"AC1","token":"t","from":"+3197"}';
const VEROTEL = '{"customer":"1","shop":"1","signature_key":"k"}';

test("a deployment with all that is needed, and with optional secrets that can be read, has no problem", () => {
  expect(said({})).toEqual([]);
  const optional = {
    PUSH_KEYS: PAIR,
    SMS_TWILIO: TWILIO,
    UPSTREAM_KEY: "k",
    MAIL_REPORT_CF: "k".repeat(16),
    STAFF_HOST: "staff.example.org",
  };
  expect(said({ ...optional, STAFF_HOST_DB_2: undefined, METRICS: undefined })).toEqual([]);
});

test.each([...Object.keys(SECRETS).map((name) => ["secret", name]), ...BINDINGS.map((name) => ["binding", name])])(
  "a missing %s %s is named",
  (kind, name) => {
    expect(said({ [name as string]: undefined })).toEqual([`${kind} ${name} missing`]);
    if (kind === "secret") expect(said({ [name as string]: "" })).toEqual([`secret ${name} missing`]);
  },
);

const [otherPublic = ""] = [(await createPushKeys()).publicKey];
test.each([
  ["PUSH_KEYS", "not base64!.x"],
  ["PUSH_KEYS", publicKey],
  ["PUSH_KEYS", `${publicKey.slice(0, -4)}.${privateKey}`],
  ["PUSH_KEYS", `${otherPublic}.${privateKey}`],
  ["SMS_TWILIO", "{"],
  ["SMS_TWILIO", '{"account":"XX"}'],
  ["SMS_TWILIO", ""],
  ["PAYMENT_VEROTEL_LIAISON", "{"],
  ["PAYMENT_VEROTEL_LIAISON", "null"],
  ["PAYMENT_CCBILL_LIAISON", VEROTEL],
  ["PAYMENT_NOBODY_LIAISON", "{}"],
  ["MAIL_REPORT_CF", "short"],
  ["UPSTREAM_KEY", ""],
  ["STAFF_HOST", "https://staff.example.org/"],
])("an unreadable %s is named, left out, and its value is told nowhere: %j", (name, value) => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  const bound = whole({ [name]: value });
  const { env, problems } = configured(bound);
  configured(env);
  configured(bound);
  spy.mockRestore();
  expect(problems).toEqual([{ kind: "secret", name, what: "unreadable" }]);
  expect([name in env, "DB" in env]).toEqual([false, true]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([{ level: "error", event: "secret unreadable", name }]);
  expect(() => mustBeConfigured(bound)).toThrow("secret unreadable");
});

test("links of photos have a secret key also without MEDIA_SECRET, and nothing is signed without the pepper", () => {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  const media = (pepper: string) => configured(whole({ MEDIA_SECRET: undefined, PASSWORD_PEPPER: pepper })).env.MEDIA_SECRET;
  expect(media("one")).toMatch(/^[\w-]{43}$/);
  expect(media("one")).toBe(media("one"));
  expect(media("one")).not.toBe(media("two"));
  expect([isClosed(whole()), isClosed(whole({ PASSWORD_PEPPER: "" })), isClosed(whole({ PASSWORD_PEPPER: undefined }))]).toEqual([
    false,
    true,
    true,
  ]);
  spy.mockRestore();
});
