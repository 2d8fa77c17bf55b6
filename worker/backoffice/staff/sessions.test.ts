import { expect, test } from "vitest";
import type { AppError } from "#worker/platform/errors.ts";
import { createStaffSessions } from "./sessions.ts";

test("a cookie of an invented device costs the same questions whether the account exists or not", async () => {
  const reads: string[] = [];
  const row = { id: "sol", email: "sol@staff.example", passwordHash: "hash" };
  const { staffLogin } = createStaffSessions({
    store: {
      findByEmail: async (email: string) => (email === row.email ? row : null),
      knowsDevice: async (id: string) => {
        reads.push(id);
        return false;
      },
      note: async () => {},
    },
    passwords: { verify: async () => false },
    limits: { hit: async () => ({ allowed: true, retryAfterMs: 0 }) },
    codes: {},
  } as unknown as Parameters<typeof createStaffSessions>[0]);
  const ctx = { requestId: "r", now: 1, network: "n", userAgent: "", origin: "", viewer: null, device: "invented" };
  for (const email of [row.email, "nobody@staff.example"])
    expect(await staffLogin(ctx, { email, password: "guess", code: "123456" }).then(String, ({ code }: AppError) => code)).toBe(
      "login_failed",
    );
  expect(reads).toHaveLength(2);
});
