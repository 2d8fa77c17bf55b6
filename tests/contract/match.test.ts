import { describe, expect, it } from "vitest";
import { LOCAL, member, Person } from "./person.ts";

describe.each(LOCAL)("match finder: %s", (side) => {
  it("asks eight questions, stores the answers and returns matching members", async () => {
    const seeker = await member(side, { gender: "male", looking_for: "female", country: "FI" });
    const she = await member(side, { gender: "female", looking_for: "male", country: "FI" });
    const { questions } = await seeker.call("matchFinder", {});
    expect(questions.length).toBe(8);
    expect(questions.every(({ answer }) => answer === null)).toBe(true);
    const answers = { goal: "chat", pace: "slow", first: "walk", evening: "home" };
    await she.call("saveAnswers", { answers: { ...answers, first: "dinner" } });
    const { results, country } = await seeker.call("saveAnswers", { answers });
    expect(country).toBe("FI");
    expect(results.find(({ id }) => id === she.id)).toMatchObject({
      percent: 75,
      agreed: ["goal", "pace", "evening"],
      differing: ["first"],
    });
    const { fields } = await seeker.refused("saveAnswers", { answers: { pace: "never", shoes: "red" } });
    expect(fields).toMatchObject([
      { field: "answers.pace", code: "unknown_option" },
      { field: "answers.shoes", code: "unknown_field" },
    ]);
    expect((await new Person(side).refused("matchFinder", {})).code).toBe("authentication_required");
  });
});
