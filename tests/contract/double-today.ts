import { count, type Lines } from "./double.ts";

const EVERYBODY = { from: "everybody", verified: false, photo: false, wishes: false, length: 0 } as const;

export const TODAY: Lines = {
  receiveAgeProof: {
    send: async ({ anna }) => ({ who: anna, input: { code: "of nobody" } }),
    effect: async (_, who) => (await who.call("ageProof", {})).proofs,
    expected: [],
  },
  cancelAgeProof: {
    send: async ({ anna }) => ({ who: anna, input: {} }),
    effect: async (_, who) => (await who.call("ageProof", {})).request,
    expected: null,
  },
  sayGoodbye: {
    send: async ({ anna, ben, unique }) => {
      const sent = await anna.call("sendMessage", { profile: ben.id, text: "Hello", client_id: `goodbye-${unique}` });
      const { conversation } = sent.message;
      await count("UPDATE participants SET last_at = 1 WHERE conversation_id = ? RETURNING 1 AS n", conversation);
      return { who: anna, input: { conversation, line: "best" } };
    },
    effect: async (_, who) => (await who.call("chats", {})).chats.map(({ goodbye }) => goodbye?.line),
    expected: ["best"],
  },
  answerRequest: {
    send: async ({ anna, ben, unique }) => {
      await ben.call("updatePreferences", { privacy: { first_messages: { ...EVERYBODY, requests: true } } });
      const sent = await anna.call("sendMessage", { profile: ben.id, text: "Hello", client_id: `request-${unique}` });
      return { who: ben, input: { conversation: sent.message.conversation, answer: "accept" } };
    },
    effect: async (_, who) => [(await who.call("chats", {})).chats.length, (await who.call("requests", {})).total],
    expected: [1, 0],
  },
  todaySeen: {
    send: async ({ anna }) => ({ who: anna, input: { of: "news" } }),
    effect: async (_, who) => (await who.call("today", {})).items,
    expected: [],
  },
};
