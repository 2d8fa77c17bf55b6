import { expect, test } from "vitest";
import { portFrom } from "./ports.ts";

test("a server's port is that of --port, else that of PORT, else the default", () => {
  expect(portFrom("9001", "9002", 8787)).toBe(9001);
  expect(portFrom(undefined, "9002", 8787)).toBe(9002);
  for (const unset of [undefined, ""]) expect(portFrom(undefined, unset, 8787)).toBe(8787);
});

test.each(["0", "65536", "80.5", "-1", "1e3", "web", " "])("the port %j is refused by the name of its source", (bad) => {
  expect(() => portFrom(bad, "9002", 8787)).toThrow("--port");
  expect(() => portFrom(undefined, bad, 8787)).toThrow(`PORT is "${bad}"`);
});
