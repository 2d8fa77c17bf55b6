import { beforeAll, describe, expect, it } from "vitest";
import { block, LOCAL, member, Person } from "./person.ts";

describe.each(LOCAL)("members and likes: %s", (side) => {
  let anna: Person;
  let ben: Person;

  beforeAll(async () => {
    anna = await member(side);
    ben = await member(side, { gender: "male", looking_for: "female", country: "BE" });
  });

  it("finds members by filters, for visitors and members", async () => {
    const { results, filter } = await anna.call("members", { gender: "male", country: "BE", min_age: 30, max_age: 40 });
    expect(results.map(({ id }) => id)).toContain(ben.id);
    expect(results.map(({ id }) => id)).not.toContain(anna.id);
    expect(filter).toMatchObject({ gender: "male", country: "BE", min_age: 30, max_age: 40 });
    const visitor = await new Person(side).call("members", { gender: "male", country: "BE" });
    expect(visitor.results.map(({ id }) => id)).toContain(ben.id);
    expect(visitor.results.every(({ online }) => online === false)).toBe(true);
  });

  it("refuses an invalid search", async () => {
    expect((await anna.refused("members", { hair: "blue" as never })).fields).toMatchObject([
      { field: "hair", code: "unknown_option" },
    ]);
    expect((await anna.refused("members", { min_age: 17 })).fields).toMatchObject([{ field: "min_age", code: "out_of_range" }]);
    expect((await anna.refused("members", { cursor: "WyJhIl0" })).fields).toMatchObject([
      { field: "cursor", code: "bad_cursor" },
    ]);
    const twice = await anna.request("GET", "/api/members.php?gender=male&gender=female");
    expect(anna.refusal(twice).code).toBe("invalid");
  });

  it("shows a profile and the relation to it", async () => {
    const { profile, relation } = await anna.call("member", { id: ben.id });
    expect(profile).toMatchObject({ id: ben.id, name: ben.name, country: "BE", fictional: false });
    expect(relation).toEqual({
      liked: false,
      likes_me: false,
      match: false,
      conversation: null,
      part: null,
      liked_part: null,
      photo_access: null,
    });
    expect((await new Person(side).call("member", { id: ben.id })).relation).toBeNull();
    expect((await anna.refused("member", { id: "nobody" })).code).toBe("not_found");
  });

  it("stores a repeated like once, makes a match, and withdraws the like", async () => {
    const likes = await Promise.all(Array.from({ length: 20 }, () => anna.send("like", { profile: ben.id })));
    expect(new Set(likes.map(({ status }) => status))).toEqual(new Set([200]));
    const received = await ben.call("likes", {});
    expect(received.liked_by.map(({ id, like_new, match }) => ({ id, like_new, match }))).toEqual([
      { id: anna.id, like_new: true, match: false },
    ]);
    expect(received.new_likes).toBe(1);
    expect(await ben.call("like", { profile: anna.id })).toEqual({ liked: true, match: true });
    expect((await anna.call("likes", { type: "matches" })).profiles.map(({ id }) => id)).toEqual([ben.id]);
    await ben.call("member", { id: anna.id });
    expect((await ben.call("likes", { type: "received" })).new_likes).toBe(0);
    expect(await anna.call("unlike", { profile: ben.id })).toEqual({ liked: false, match: false });
    expect((await ben.call("likes", {})).liked_by).toEqual([]);
  });

  it("refuses a like of oneself, of an unknown member and of a blocker, named in the message", async () => {
    expect((await anna.refused("like", { profile: anna.id })).fields).toMatchObject([{ field: "profile", code: "to_oneself" }]);
    expect((await anna.refused("like", { profile: "nobody" })).code).toBe("not_found");
    const carl = await member(side, { gender: "male", looking_for: "female" });
    await block(carl, anna);
    const refusal = await anna.refused("like", { profile: carl.id });
    expect(refusal).toMatchObject({ code: "blocked", params: { name: carl.name } });
    expect(refusal.message).toContain(carl.name);
  });

  it("refuses in the member's language", async () => {
    await anna.call("updateUser", { language: "de" });
    const { message } = await anna.refused("like", { profile: "nobody" });
    await anna.call("updateUser", { language: "en" });
    expect(message).not.toBe((await anna.refused("like", { profile: "nobody" })).message);
  });
});
