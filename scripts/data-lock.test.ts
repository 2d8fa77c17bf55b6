import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockData, servedPort } from "./data-lock.ts";

test("commands print the port of the server that uses their data", () => {
  const data = mkdtempSync(join(tmpdir(), "liaison-lock-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const lock = lockData(data, 8895);
  expect(servedPort(data)).toBe("8895");
  lock.release();
  expect(servedPort(data)).toBe("8787");
});
