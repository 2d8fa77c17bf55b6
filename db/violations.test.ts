import { expect, test } from "vitest";
import { DECISION_REASONS, PHOTO_REASONS, REPORT_REASONS, VIOLATIONS } from "./schema/attributes.ts";

test("reports, decisions and photos know the reasons that the forms and stored rows name", () => {
  expect(REPORT_REASONS).toEqual(["minor", "illegal", "harassment", "scam", "fake", "unlisted"]);
  expect(DECISION_REASONS).toEqual(["minor", "illegal", "harassment", "scam", "fake", "contact_details"]);
  const looks = ["no_person", "someone_else", "explicit", "contact_details", "unclear", "illegal"];
  expect(PHOTO_REASONS).toEqual([...looks, "minor", "harassment", "scam"]);
});

test("a decision about a photo gives it a reason of its own", () => {
  expect(VIOLATIONS.fake.photo).toBe("someone_else");
  for (const reason of DECISION_REASONS) expect(PHOTO_REASONS).toContain(VIOLATIONS[reason].photo);
});
