import { expect, test } from "vitest";
import { isOutside, outsideOnly } from "./outside.ts";

test.each([
  "http://id.example.com/",
  "https://10.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://[::1]/",
  "https://[fd00::1]/",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/",
  "https://id.localhost/",
  "https://metadata.google.internal/",
  "https://printer.local/",
  "https://intranet/",
  "https://id.example.com:8443/",
  "https://user@id.example.com/",
])("%s is not asked", async (address) => {
  let asked = false;
  const answering = async () => {
    asked = true;
    return new Response("");
  };
  const ask = outsideOnly(answering, 10);
  expect(isOutside(new URL(address))).toBe(false);
  await expect(ask(address)).rejects.toThrow("not a public address");
  expect(asked).toBe(false);
});

test.each(["https://id.example.com/a", "https://xn--bcher-kva.example.org/", "https://ID.Example.com/"])(
  "%s is asked",
  (address) => {
    expect(isOutside(new URL(address))).toBe(true);
  },
);

test("a body ends with an error above its limit, and a redirect is not followed", async () => {
  let redirect: string | undefined;
  const answering = async (_: unknown, init?: RequestInit) => {
    redirect = init?.redirect;
    return new Response("x".repeat(20));
  };
  const ask = outsideOnly(answering, 10);
  const answer = await ask("https://id.example.com/");
  await expect(answer.text()).rejects.toMatchObject({ code: "too_large" });
  expect(redirect).toBe("manual");
  expect(await (await outsideOnly(async () => new Response("x".repeat(10)), 10)("https://id.example.com/")).text()).toHaveLength(
    10,
  );
});
