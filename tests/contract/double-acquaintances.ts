import type { Lines } from "./double.ts";

export const ACQUAINTANCES: Lines = {
  addAcquaintances: {
    send: async ({ anna }) => ({ who: anna, input: { emails: ["an.old.friend@example.org", "AN.OLD.FRIEND@example.org"] } }),
    effect: async (_, who) => (await who.call("acquaintances", {})).count,
    expected: 1,
  },
  removeAcquaintances: {
    send: async ({ anna }) => {
      await anna.call("addAcquaintances", { emails: ["a.colleague@example.org"] });
      return { who: anna, input: {} };
    },
    effect: async (_, who) => (await who.call("acquaintances", {})).count,
    expected: 0,
  },
};
