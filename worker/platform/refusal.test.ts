import { expect, test } from "vitest";
import { AVAILABLE, translator } from "#locales/index.ts";
import { AppError } from "./errors.ts";
import { refusalWords } from "./refusal.ts";

const said = async (error: AppError, language: (typeof AVAILABLE)[number] = "en") =>
  refusalWords(error, await translator(language));
const tooOften = (retryAfter?: number) => new AppError("too_many_requests", { retryAfter });

test("a rate-limit refusal says when the call is possible again, never too early", async () => {
  for (const [seconds, when] of [
    [3, "in 1 minute"],
    [61, "in 2 minutes"],
    [3600, "in 60 minutes"],
    [5401, "in 2 hours"],
    [86_400, "in 24 hours"],
  ] as const)
    expect(await said(tooOften(seconds))).toBe(`That was too often. You can try again ${when}.`);
  expect(await said(tooOften(7200), "de")).toBe("Das war zu oft. Du kannst es in 2 Stunden wieder versuchen.");
  const answers = await Promise.all(AVAILABLE.map((language) => said(tooOften(3600), language)));
  expect(new Set(answers).size).toBe(AVAILABLE.length);
  for (const answer of answers) expect(answer).toContain("60");
});

test("a refusal without a known wait has its own text", async () => {
  expect(await said(tooOften())).toBe("That was too often. Please wait a moment.");
  const blocked = new AppError("login_blocked", { params: { minutes: 9 }, retryAfter: 540 });
  expect(await said(blocked)).toBe("Too many incorrect attempts, account blocked for 9 min.");
  const resets = new AppError("too_many_resets", { retryAfter: 86_400 });
  expect(await said(resets)).toBe("Too many password reset emails sent, please try again tomorrow.");
});
