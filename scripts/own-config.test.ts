import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { configFrom, readOwnConfig } from "./own/config.ts";
import { asVisited } from "./own/front/visited.ts";
import { codeOf } from "./own/mail.ts";

const WHOLE = {
  PASSWORD_PEPPER: "k0Zk5w1zL2dQmS8u4pV7xY9bN3cR6tF1hJ5gA0eKiQo=",
  MEDIA_SECRET: "Qm9vV3h1c2tZd2pLZ0ZxT0hEbnJBdEJpUHlsZUNzTXo=",
  STAFF_HOST: "staff.example.com",
  SMTP_URL: "smtps://user:password@mail.example.com:465",
  DATA: "/var/lib/liaison",
};
const problemsWith = (changes: Record<string, string | undefined>) =>
  configFrom("x.env", { ...WHOLE, ...changes } as Record<string, string>).problems;

test("a whole configuration has no problem, and only what is the Worker's reaches it", () => {
  const { config, problems } = configFrom("x.env", {
    ...WHOLE,
    PAYMENT_VEROTEL_GIPFEL: "{}",
    PORT: "443",
    TLS_CERT: "/c",
    TLS_KEY: "/k",
    PRIVATE_NETWORKS: "10.0.0.5/32, fd00::/64",
  });
  expect(problems).toEqual([]);
  expect(config).toMatchObject({ host: "127.0.0.1", port: 443, data: "/var/lib/liaison", tls: { cert: "/c", key: "/k" } });
  expect([config.networks, configFrom("x.env", WHOLE).config.networks]).toEqual([["10.0.0.5/32", "fd00::/64"], []]);
  expect(Object.keys(config.vars).sort()).toEqual(["MEDIA_SECRET", "PASSWORD_PEPPER", "PAYMENT_VEROTEL_GIPFEL", "STAFF_HOST"]);
});

test.each([
  [{ PASSWORD_PEPPER: undefined }, /^PASSWORD_PEPPER: is missing/],
  [{ PASSWORD_PEPPER: "local only" }, /^PASSWORD_PEPPER: has fewer than 32/],
  [{ MEDIA_SECRET: "secret".repeat(8) }, /^MEDIA_SECRET: can be guessed/],
  [{ MEDIA_SECRET: WHOLE.PASSWORD_PEPPER }, /^MEDIA_SECRET: is the same/],
  [{ UPSTREAM_KEY: "short" }, /^UPSTREAM_KEY: has fewer/],
  [{ SMTP_URL: "" }, /^SMTP_URL: is missing/],
  [{ SMTP_URL: "mail.example.com" }, /^SMTP_URL: is like/],
  [{ STAFF_HOST: "" }, /^STAFF_HOST: is missing/],
  [{ STAFF_HOST: "staff.localhost" }, /^STAFF_HOST: exists on this machine only/],
  [{ PORT: "70000" }, /^PORT/],
  [{ DATA: "data" }, /^DATA/],
  [{ TLS_CERT: "/c" }, /^TLS_CERT, TLS_KEY/],
  [{ MEMORY_LIMIT: "100" }, /^MEMORY_LIMIT: takes MB/],
  [{ PHOTOS_S3: '{"url":"x"}' }, /^PHOTOS_S3/],
  [{ PRIVATE_NETWORKS: "10.0.0.5, private" }, /^PRIVATE_NETWORKS/],
  [{ PASSWORD_COST: "test" }, /^PASSWORD_COST: no such setting/],
  [{ SQL_KEY: "x" }, /^SQL_KEY: no such setting/],
])("a start is refused with %j", (changes, reason) => {
  expect(problemsWith(changes)).toEqual([expect.stringMatching(reason)]);
});

test("a file of secrets that everybody can read is refused, and the reason does not repeat a secret", () => {
  const folder = mkdtempSync(join(tmpdir(), "liaison-own-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "x.env");
  writeFileSync(
    path,
    Object.entries({ ...WHOLE, MEDIA_SECRET: "weak" })
      .map((pair) => pair.join("="))
      .join("\n"),
    { mode: 0o644 },
  );
  expect(() => readOwnConfig(path)).toThrow(/MEDIA_SECRET: has fewer[\s\S]*chmod 600/);
  expect(() => readOwnConfig(path)).not.toThrow(WHOLE.PASSWORD_PEPPER);
  expect(() => readOwnConfig(join(folder, "none"))).toThrow(/--new-config/);
});

test("a visitor's address, country and protocol come from the proxy, never from the visitor", () => {
  const headers = {
    host: "dating.example.com",
    "x-forwarded-for": "203.0.113.9, 198.51.100.7",
    "x-forwarded-proto": "https",
    "cf-connecting-ip": "10.0.0.1",
    "cf-ipcountry": "US",
    "mf-cf-blob": '{"country":"US"}',
    "x-country": "nl",
    cookie: "a=b",
  };
  const seen = asVisited(new Request("http://dating.example.com/login?a=1", { headers }), "x-country");
  expect(seen.url).toBe("https://dating.example.com/login?a=1");
  expect(Object.fromEntries([...seen.headers].filter(([name]) => /^(cf|mf|x-forwarded)-/.test(name)))).toEqual({
    "cf-connecting-ip": "198.51.100.7",
    "cf-ipcountry": "NL",
  });
  const alone = asVisited(
    new Request("http://dating.example.com/", { headers: { "cf-connecting-ip": "10.0.0.1", "x-country": "nl" } }),
    undefined,
  );
  expect([alone.url, alone.headers.get("cf-connecting-ip"), alone.headers.get("cf-ipcountry")]).toEqual([
    "http://dating.example.com/",
    null,
    null,
  ]);
});

test.each([
  [{ command: "RCPT TO", responseCode: 550, response: "550 5.1.1 no such user" }, "E_RECIPIENT_SUPPRESSED"],
  [{ command: "RCPT TO", responseCode: 554, response: "554 5.7.1 refused" }, "E_RECIPIENT_REFUSED"],
  [{ command: "DATA", responseCode: 550, response: "550 5.7.1 spam" }, "E_SMTP_550"],
  [{ command: "MAIL FROM", responseCode: 451, response: "451 4.3.0 later" }, "E_SMTP_451"],
  [{ command: "CONN" }, "E_SMTP_CONNECTION"],
])("a refusal %j of the mail server is %s for the outbox", (refusal, code) => {
  expect(codeOf(refusal)).toBe(code);
});
