import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { domainReader } from "./domain-file.ts";
import { originOf } from "./origin.ts";

const file = JSON.parse(readFileSync(join(import.meta.dirname, "../../../db/domains/velvet.json"), "utf8"));
const settings = { ...file.settings, domain: "dating.example.com" };
const stored = JSON.stringify({ ...file, hosts: ["dating.example.com", "velvet.localhost"], settings });

test("a niche on a real host name has links to its localhost host on this machine, and to its own when deployed", () => {
  const [local, deployed] = [true, false].map((here) => domainReader({ local: here })(stored, null));
  expect(local && originOf(local, "8787")).toBe("http://velvet.localhost:8787");
  expect(deployed && originOf(deployed, undefined)).toBe("https://dating.example.com");
  expect(local?.settings.domain).toBe("dating.example.com");
});

test("a niche without a host on this machine, and a preview, keep theirs", () => {
  const only = JSON.stringify({ ...file, hosts: ["dating.example.com"], settings });
  expect(originOf(domainReader({ local: true })(only, null), "8787")).toBe("http://dating.example.com:8787");
  const preview = domainReader({ local: true })(stored, null, { host: "preview-x.localhost", until: 1 });
  expect(originOf(preview, "8787")).toBe("http://preview-x.localhost:8787");
});
