import { phonePhoto } from "#tests/setup/pictures.ts";
import { count, type Lines } from "./double.ts";

export const VERIFICATIONS: Lines = {
  verify: {
    send: async ({ anna }) => {
      await anna.call("addPhoto", { file: phonePhoto() });
      await count("UPDATE photos SET status = 'active' WHERE profile_id = ?", anna.id);
      await count(
        "UPDATE profiles SET main_photo = (SELECT key FROM photos WHERE profile_id = profiles.id) WHERE id = ?",
        anna.id,
      );
      return { who: anna, input: { file: phonePhoto(), agreed: "1" } };
    },
    headers: ({ unique }) => ({ "idempotency-key": `proof-${unique}` }),
    effect: ({ anna }) => count("SELECT count(*) n FROM verifications WHERE member_id = ? AND status = 'waiting'", anna.id),
    expected: 1,
  },
  withdrawAgeCheck: {
    send: async ({ anna }) => ({ who: anna, input: {} }),
    effect: async (_, who) => (await who.call("ageCheck", {})).latest,
    expected: null,
  },
  withdrawVerification: {
    send: async ({ anna }) => ({ who: anna, input: {} }),
    effect: async (_, who) => (await who.call("verification", {})).latest,
    expected: null,
  },
};
