import { spokenFile } from "#tests/setup/recordings.ts";
import { count, type Lines } from "./double.ts";

export const VOICES: Lines = {
  sendVoice: {
    send: async ({ anna, ben, unique }) => {
      const { message } = await ben.call("sendMessage", { profile: anna.id, text: "Say it", client_id: `hears-${unique}` });
      const input = {
        conversation: message.conversation,
        file: spokenFile(1),
        levels: "0".repeat(48),
        client_id: `voice-${unique}`,
      };
      return { who: anna, input };
    },
    effect: async ({ anna }, who) => [
      (await who.call("transactions", {})).transactions.map(({ kind, amount }) => [kind, amount]),
      await count("SELECT count(*) n FROM chat_photos WHERE sender_id = ? AND container = 'webm'", anna.id),
    ],
    expected: [
      [
        ["message", -1],
        ["signup", 10],
      ],
      1,
    ],
  },
  playVoice: {
    send: async ({ anna, ben, unique }) => {
      const asks = { profile: anna.id, text: "Say it", client_id: `asks-${unique}` };
      const { conversation } = (await ben.call("sendMessage", asks)).message;
      const input = { conversation, file: spokenFile(1), levels: "0".repeat(48), client_id: `voice-${unique}` };
      const { message } = await anna.call("sendVoice", input);
      return { who: ben, input: { conversation, seq: message.seq } };
    },
    effect: async ({ anna }) => await count("SELECT count(*) n FROM chat_photos WHERE sender_id = ? AND played_at > 0", anna.id),
    expected: 1,
  },
  sayAnswer: {
    send: async ({ anna }) => {
      await anna.call("updateProfile", { prompts: [{ question: "laugh", answer: "Puns." }] });
      return { who: anna, input: { question: "laugh", file: spokenFile(1) } };
    },
    // A file that no text names goes within hours.
    effect: async (_, who) => (await who.call("profile", {})).held.map(({ field, status }) => [field, status]),
    expected: [["prompts", "waiting"]],
  },
  removeSpoken: {
    send: async ({ anna }) => {
      await anna.call("updateProfile", { prompts: [{ question: "laugh", answer: "Puns." }] });
      await anna.call("sayAnswer", { question: "laugh", file: spokenFile(1) });
      return { who: anna, input: { question: "laugh" } };
    },
    effect: async (_, who) => (await who.call("profile", {})).profile.prompts.map(({ voice }) => voice ?? null),
    expected: [null],
  },
};
