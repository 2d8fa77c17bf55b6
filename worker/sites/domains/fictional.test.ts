import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type DomainFile, domainFileSchema, domainOfFile } from "./domain-file.ts";
import { hasDesk, priceFor } from "./fictional.vocabulary.ts";
import { readDomains } from "./read-domains.ts";

const demo = env.TEST_DOMAINS as DomainFile[];
const curves = demo.find(({ id }) => id === "curves") ?? expect.unreachable();
const settings = { ...curves.settings, fictional_profiles: true, fictional_desk: true };
const api = { mode: "proxy", upstream: "https://api.example.com" };

test("a site whose calls another server answers may have no desk: that server takes its own prices", () => {
  const problemsOf = (more: object) =>
    readDomains([{ name: "curves.json", text: JSON.stringify({ ...curves, settings, ...more }, null, 2) }]).problems;
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ api })).toEqual([expect.stringMatching(/settings\.fictional_desk \(true\): another server answers/)]);
});

test("a stored file that has one all the same tells nobody that anything is free", () => {
  const deskOf = (more: object) => {
    const { settings: read } = domainOfFile(domainFileSchema.parse({ ...curves, settings, ...more }), { local: true });
    return [hasDesk(read), priceFor({ fictional: true }, read, 3)];
  };
  expect(deskOf({})).toEqual([true, 0]);
  expect(deskOf({ api })).toEqual([false, 3]);
});
