import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { domainPreviews } from "#db/schema/index.ts";
import { domainReader, isPreviewOver } from "./domain-file.ts";
import { createDomainsStore } from "./domains.store.ts";

test("a preview is found by its host, with no member, no upstream and an end", async () => {
  const db = connect(env.DB);
  const [first] = env.TEST_DOMAINS as { settings: object }[];
  const file = {
    ...{ ...first, api: { mode: "proxy", upstream: "https://api.example.com" }, pool: "liaison" },
  };
  await db
    .insert(domainPreviews)
    .values({ host: "preview-1.localhost", settings: JSON.stringify(file), createdAt: 0, expiresAt: 1000 });
  const store = createDomainsStore(db, domainReader({ local: true }));
  const domain = await store.findByHost("preview-1.localhost");
  expect(domain).toMatchObject({
    ...{ api: { mode: "local" }, alternates: {}, previewUntil: 1000, settings: { domain: "preview-1.localhost" } },
    ...{ id: expect.stringMatching(/^preview:/), pool: expect.stringMatching(/^preview:/) },
  });
  expect([999, 1000].map((now) => domain && isPreviewOver(domain, now))).toEqual([false, true]);
  expect(await store.findByHost("preview-2.localhost")).toBeNull();
  expect((await store.findByHost("localhost"))?.previewUntil).toBeNull();
});
