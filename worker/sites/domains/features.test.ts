import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type DomainFile, domainFileSchema, domainOfFile } from "./domain-file.ts";
import { featuresOf } from "./features.ts";
import { FEATURES, type Feature } from "./features.vocabulary.ts";

const settings = {
  packages: { EUR: [{ id: "c25", credits: 25, amount: 1249 }] },
  refund_days: 14,
  push_public_key: "key",
  photo_credits: 2,
  private_photos: true,
  voice: true,
  calls: true,
  events: true,
  gifts: [{ id: "rose" }],
  payment_provider: "verotel" as "verotel" | null,
};
const on = (features: Record<Feature, boolean>) => FEATURES.filter((name) => features[name]);

test("a feature without code is off on every domain", () => {
  expect(on(featuresOf(settings, [], { local: true, built: [] }))).toEqual([]);
  expect(on(featuresOf(settings, FEATURES, { local: false, built: [] })), "a preview in a deployed build").toEqual([]);
  expect(on(featuresOf(settings, [], { local: false, staff: true, relay: true, built: FEATURES }))).toEqual([...FEATURES]);
  expect(on(featuresOf(settings, ["gifts"], { local: true, built: [] }))).toEqual(["gifts"]);
  const unconnected = featuresOf({ ...settings, payment_provider: null }, [], { local: true, built: ["payments"] });
  expect(on(unconnected), "a local build has the sandbox").toEqual(["payments"]);
});

test.each<[Partial<typeof settings> | { push_public_key: null }, Feature[]]>([
  [{ packages: {} as never }, ["payments", "refunds"]],
  [{ payment_provider: null }, ["payments"]],
  [{ refund_days: 0 }, ["refunds"]],
  [{ push_public_key: null }, ["push"]],
  [{ photo_credits: 0 }, ["unlock"]],
  [{ private_photos: false }, ["private_photos"]],
  [{ voice: false }, ["voice"]],
  [{ calls: false }, ["calls"]],
  [{ events: false }, ["events"]],
  [{ gifts: [] }, ["gifts"]],
])("a domain that sets %j lacks %j", (change, lacking) => {
  const features = featuresOf({ ...settings, ...change }, [], { local: false, staff: true, relay: true, built: FEATURES });
  expect(FEATURES.filter((name) => !features[name])).toEqual(lacking);
});

test("the settings say what works, and no domain that is shipped promises more than the build can do", async () => {
  const answer = await exports.default.fetch(new Request("http://localhost/api/settings.php"));
  const { settings: open } = (await answer.json()) as { settings: { features: Record<Feature, boolean> } };
  expect(Object.keys(open.features).sort()).toEqual([...FEATURES].sort());
  const files = (env.TEST_DOMAINS as DomainFile[]).map((file) => domainFileSchema.parse(file));
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    expect(file.preview, file.id).toEqual([]);
    // The sandbox of a local build takes payments; without a provider, a deployed one sells nothing.
    const [local, deployed] = [domainOfFile(file, { local: true }).features, domainOfFile(file, { local: false }).features];
    expect(local).toEqual({ ...deployed, payments: true });
    // Nothing can be bought, and what was bought before can be given back.
    expect(deployed).toMatchObject({ payments: false, refunds: true });
  }
});
