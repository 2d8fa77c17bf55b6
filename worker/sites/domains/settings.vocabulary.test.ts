import { expect, test } from "vitest";
import { fieldProblems, settingsSchema } from "./settings.vocabulary.ts";

test("a domain's own film is a path on its own host: pages may load from no other", () => {
  const film = settingsSchema.shape.lander_video;
  for (const path of ["/films/harbour.webm", "/media/a-b_c.mp4", null])
    expect(film.safeParse(path).success, `${path}`).toBe(true);
  expect(film.parse(undefined)).toBeNull();
  for (const path of [
    "https://elsewhere.example/a.mp4",
    "films/harbour.webm",
    "/films/harbour.gif",
    "/a.mp4?x",
    "//elsewhere.example/a.mp4",
  ]) {
    expect(film.safeParse(path).success, path).toBe(false);
  }
});

test("a site is for one gender or both, each named once", () => {
  const isTaken = (genders: string[]) => settingsSchema.shape.genders.safeParse(genders).success;
  expect([["male"], ["female"], ["male", "female"]].map(isTaken)).toEqual([true, true, true]);
  expect([[], ["male", "male"], ["men"]].map(isTaken)).toEqual([false, false, false]);
});

test("photos have a path below /media/, the only one that is served", () => {
  const isTaken = (prefix: string) => settingsSchema.shape.cdn_prefix.safeParse(prefix).success;
  expect(["/media/", "/media/site-1/"].map(isTaken)).toEqual([true, true]);
  const wrong = ["/photos/", "/media", "https://elsewhere.example/media/", "/media/../", "/media//"];
  expect(wrong.filter(isTaken)).toEqual([]);
});

test("a niche names twelve facts at most, those of the search among them and the interests aside", () => {
  const eleven = ["hair", "eyes", "body", "tattoos", "sexuality", "relationship", "reason", "smoking", "pets", "sport", "work"];
  const problems = (search: string[]) => {
    const shape = settingsSchema.pick({ visible_profile_fields: true, search_fields: true });
    return fieldProblems(shape.parse({ visible_profile_fields: [...eleven, "interests"], search_fields: search }));
  };
  expect(problems(["education", "hair", "interests"])).toEqual([]);
  expect(problems(["education", "children"])).toMatchObject([{ path: ["visible_profile_fields"] }]);
});

test("a niche whose file names no fields shows none that came later", () => {
  const { visible_profile_fields } = settingsSchema.shape;
  expect(visible_profile_fields.parse(undefined)).toContain("smoking");
  expect(visible_profile_fields.parse(undefined)).not.toContain("pets");
});
