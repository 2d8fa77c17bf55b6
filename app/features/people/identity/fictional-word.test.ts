import { expect, test } from "vitest";
import { translator } from "#locales/index.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { fictionalNote, fictionalWord } from "./fictional-word.ts";

const t = await translator("en");
const on = <T>(settings: Partial<Settings>, said: () => T) => withEdge({ t, settings } as Edge, said);

test("a badge takes the site's own word for one, with any setting of icon and warning", () => {
  for (const fictional_icon of [true, false])
    for (const fictional_warning of [true, false]) {
      const word = (fictional_singular: string | null) =>
        on({ fictional_singular, fictional_icon, fictional_warning }, fictionalWord);
      expect([word(null), word("Entertainment profile")]).toEqual(["Fictional profile", "Entertainment profile"]);
    }
});

test("a profile explains that it is fictional, unless the site leaves that to the label", () => {
  const note = (fictional: boolean, fictional_warning: boolean) => on({ fictional_warning }, () => fictionalNote({ fictional }));
  expect(note(true, true)).toBe("This profile is fictional: nobody you could meet.");
  expect([note(true, false), note(false, true)]).toEqual([null, null]);
  const desk = { fictional_warning: true, fictional_profiles: true, fictional_desk: true };
  expect(on(desk, () => fictionalNote({ fictional: true }))).toBe(
    "This profile is fictional: nobody you could meet. Our staff answer what you write to it. Nothing that you send to it costs credits.",
  );
});
