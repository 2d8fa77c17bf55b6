import { describe, expect, it } from "vitest";
import { LOCAL, member, Person } from "./person.ts";

describe.each(LOCAL)("swipe game: %s", (side) => {
  it("likes four times a day by the rules of likes, and undoes the last one", async () => {
    const player = await member(side, { gender: "male", looking_for: "female" });
    const women = await Promise.all(Array.from({ length: 5 }, () => member(side)));
    const [first, second, third, fourth, fifth] = women as [Person, Person, Person, Person, Person];
    expect((await player.call("deck", {})).likes_left).toBe(4);
    await first.call("like", { profile: player.id });
    const key = { "idempotency-key": `swipe-${player.id}` };
    const answer = await player.call("swipe", { profile: first.id, liked: true }, key);
    expect(answer).toMatchObject({ liked: true, match: true, deck: { likes_left: 3, undo: true } });
    expect(await player.call("swipe", { profile: first.id, liked: true }, key)).toEqual(answer);
    expect((await first.call("likes", { type: "matches" })).liked_by).toMatchObject([{ id: player.id }]);

    const undone = await player.call("undoSwipe", {});
    expect(undone).toMatchObject({ profile: first.id, liked: true, deck: { likes_left: 3, undo: false } });
    expect((await first.call("likes", { type: "matches" })).liked_by).toEqual([]);
    expect((await player.refused("undoSwipe", {})).code).toBe("conflict");

    for (const { id } of [second, third, fourth]) await player.call("swipe", { profile: id, liked: true });
    const refusal = await player.refused("swipe", { profile: fifth.id, liked: true });
    expect(refusal).toMatchObject({ code: "swipe_limit", message: "You have used your 4 likes for today." });
    expect(Number(player.last.headers["retry-after"])).toBe(refusal.retry_after);
    expect((await player.call("swipe", { profile: fifth.id, liked: false })).liked).toBe(false);
    expect((await player.call("deck", {})).cards.map(({ id }) => id)).not.toContain(fifth.id);
  });
});
