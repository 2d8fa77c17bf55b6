import { expect, test } from "vitest";
import { AppError, type ErrorCode } from "#worker/platform/errors.ts";
import { createOptimistic } from "./optimistic.ts";

interface Ctx {
  from: "cache" | "D1";
  cachedFacts?: true;
}

function withCache(cached: Ctx | null = { from: "cache", cachedFacts: true }) {
  const reads: string[] = [];
  const read = async <T>(what: string, value: T) => {
    reads.push(what);
    return value;
  };
  const current = () => read<Ctx>("D1", { from: "D1" });
  return { reads, ...createOptimistic<Ctx>({ current, cached: () => read("cache", cached) }) };
}

const CALL = { cachedFacts: true } as const;
const admit = async (ctx: Ctx) => ctx;
const refusing = (code: ErrorCode) => async (ctx: Ctx) => {
  if (ctx.from === "cache") throw new AppError(code);
  return ctx;
};

test("only a call whose contract says so gets a cached viewer", async () => {
  const other = withCache();
  expect(await other.context({}, admit)).toEqual({ from: "D1" });
  expect(other.reads).toEqual(["D1"]);
  const declared = withCache();
  expect(await declared.context(CALL, admit)).toEqual({ from: "cache", cachedFacts: true });
  expect(declared.reads).toEqual(["cache"]);
  expect(await withCache(null).context(CALL, admit)).toEqual({ from: "D1" });
});

test("who is refused as a cached viewer is checked again as the current one", async () => {
  expect(await withCache().context(CALL, refusing("not_confirmed"))).toEqual({ from: "D1" });
  const gone = async (): Promise<Ctx> => {
    throw new AppError("authentication_required");
  };
  await expect(withCache().context(CALL, gone)).rejects.toThrow("authentication_required");
});

test("a rule that refuses by cached facts runs again on current ones, once", async () => {
  const { context, run, reads } = withCache();
  const ctx = await context(CALL, admit);
  expect(await run(ctx, refusing("muted"), admit)).toEqual({ from: "D1" });
  expect(reads).toEqual(["cache", "D1"]);
  const runs: string[] = [];
  const refusesAll = async ({ from }: Ctx) => {
    runs.push(from);
    throw new AppError("muted");
  };
  await expect(run(ctx, refusesAll, admit)).rejects.toThrow("muted");
  expect(runs).toEqual(["cache", "D1"]);
});

test("a refusal by current facts, and an error that is none, are not repeated", async () => {
  const { context, run, reads } = withCache();
  const runs: string[] = [];
  const fails = (error: Error) => async (ctx: Ctx) => {
    runs.push(ctx.from);
    throw error;
  };
  await expect(run({ from: "D1" }, fails(new AppError("muted")), admit)).rejects.toThrow("muted");
  await expect(run(await context(CALL, admit), fails(new Error("D1 is away")), admit)).rejects.toThrow("D1 is away");
  await expect(context(CALL, fails(new Error("D1 is away")))).rejects.toThrow("D1 is away");
  expect(runs).toEqual(["D1", "cache", "cache"]);
  expect(reads).not.toContain("D1");
});
