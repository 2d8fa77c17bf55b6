import { expect, test } from "vitest";
import localhost from "#db/domains/localhost.json" with { type: "json" };
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { writtenSchema } from "#worker/sites/domains/domain-file.ts";
import { Theme } from "./theme.tsx";

const { settings } = writtenSchema.parse(localhost);

test("labels of fictional profiles have an icon where the site wants one", () => {
  const rules = (fictional_icon: boolean) =>
    withEdge({ settings: { ...settings, fictional_icon }, domain: { assets: {} }, nonce: "" } as never as Edge, Theme).props
      .children as string;
  expect(rules(true)).toMatch(/:root\{.*--fictional-icon:""/);
  expect(rules(false)).not.toContain("--fictional-icon");
});
