import type { Lines } from "./double.ts";

export const TODAY: Lines = {
  todaySeen: {
    send: async ({ anna }) => ({ who: anna, input: { of: "news" } }),
    effect: async (_, who) => (await who.call("today", {})).items,
    expected: [],
  },
};
