import type { Lines } from "./double.ts";

export const WISHES: Lines = {
  updateWishes: {
    send: async ({ anna }) => ({ who: anna, input: { min_age: 30, max_age: 40, dealbreakers: { smoking: "never" } } }),
    effect: async (_, who) => {
      const { min_age, max_age, dealbreakers } = await who.call("wishes", {});
      return [min_age, max_age, dealbreakers];
    },
    expected: [30, 40, { smoking: "never" }],
  },
};
