import { phonePhoto } from "#tests/setup/pictures.ts";
import { count, type Lines } from "./double.ts";
import type { Person } from "./person.ts";

const addPrivatePhoto = ({ id }: Person) =>
  count(
    "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?1, ?1, 0, 'active', 'private', 0)",
    id,
  );

export const MEMBERS: Lines = {
  block: {
    send: async ({ anna, ben }) => ({ who: anna, input: { profile: ben.id } }),
    effect: async (_, who) => (await who.call("blocks", {})).blocked.length,
    expected: 1,
  },
  unblock: {
    send: async ({ anna, ben }) => {
      await anna.call("block", { profile: ben.id });
      return { who: anna, input: { profile: ben.id } };
    },
    effect: async (_, who) => (await who.call("blocks", {})).blocked.length,
    expected: 0,
  },
  report: {
    send: async ({ anna, ben }) => ({ who: anna, input: { kind: "profile", object: ben.id, reason: "fake" } }),
    effect: async (_, who) => (await who.call("reports", {})).reports.map(({ kind, reason }) => `${kind}: ${reason}`),
    expected: ["profile: fake"],
  },
  updateProfile: {
    send: async ({ anna }) => ({ who: anna, input: { about: "Likes long walks along the canals.", interests: ["tea"] } }),
    effect: async (_, who) => (await who.call("profile", {})).profile.about,
    expected: "Likes long walks along the canals.",
  },
  saveSearch: {
    send: async ({ anna }) => ({ who: anna, input: { name: "Red hair", hair: "red" } }),
    effect: async (_, who) => (await who.call("savedSearches", {})).searches.map(({ name, filter }) => `${name}: ${filter.hair}`),
    expected: ["Red hair: red"],
  },
  changeSearch: {
    send: async ({ anna }) => {
      const { search } = await anna.call("saveSearch", { name: "Red hair", hair: "red" });
      return { who: anna, input: { search: search.id, name: "Red", notify: false } };
    },
    effect: async (_, who) => (await who.call("savedSearches", {})).searches.map(({ name, notify }) => [name, notify]),
    expected: [["Red", false]],
  },
  removeSearch: {
    send: async ({ anna }) => {
      const { search } = await anna.call("saveSearch", { name: "Red hair", hair: "red" });
      return { who: anna, input: { search: search.id } };
    },
    refusals: ["not_found"],
    effect: async (_, who) => (await who.call("savedSearches", {})).searches,
    expected: [],
  },
  addPhoto: {
    send: async ({ anna }) => ({ who: anna, input: { file: phonePhoto() } }),
    headers: ({ unique }) => ({ "idempotency-key": `photo-${unique}` }),
    effect: ({ anna }) => count("SELECT count(*) n FROM photos WHERE profile_id = ?", anna.id),
    expected: 1,
  },
  updatePhoto: {
    send: async ({ anna }) => {
      const { photos } = await anna.call("addPhoto", { file: phonePhoto() });
      await count("UPDATE photos SET status = 'active' WHERE profile_id = ?", anna.id);
      return { who: anna, input: { id: photos[0]?.id, main: true } };
    },
    effect: ({ anna }) => count("SELECT count(*) n FROM profiles WHERE id = ? AND main_photo IS NOT NULL", anna.id),
    expected: 1,
  },
  removePhoto: {
    send: async ({ anna }) => {
      const { photos } = await anna.call("addPhoto", { file: phonePhoto() });
      return { who: anna, input: { id: photos[0]?.id } };
    },
    refusals: ["not_found"],
    effect: ({ anna }) => count("SELECT count(*) n FROM photos WHERE profile_id = ?", anna.id),
    expected: 0,
  },
  requestPhotoAccess: {
    send: async ({ anna, ben }) => {
      await addPrivatePhoto(ben);
      return { who: anna, input: { profile: ben.id } };
    },
    effect: async ({ ben }) => (await ben.call("photoAccess", {})).members.map(({ access }) => access),
    expected: ["requested"],
  },
  decidePhotoAccess: {
    send: async ({ anna, ben }) => {
      await addPrivatePhoto(anna);
      await ben.call("requestPhotoAccess", { profile: anna.id });
      return { who: anna, input: { profile: ben.id, granted: true } };
    },
    effect: async (_, who) => (await who.call("photoAccess", {})).members.map(({ access }) => access),
    expected: ["granted"],
  },
  revokePhotoAccess: {
    send: async ({ anna, ben }) => {
      await addPrivatePhoto(anna);
      await ben.call("requestPhotoAccess", { profile: anna.id });
      await anna.call("decidePhotoAccess", { profile: ben.id, granted: true });
      return { who: anna, input: { profile: ben.id } };
    },
    effect: async (_, who) => (await who.call("photoAccess", {})).members,
    expected: [],
  },
  unlockPhotos: {
    send: async ({ anna, ben }) => {
      for (let position = 0; position < 5; position++)
        await count(
          `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
           VALUES (?1 || ?2, ?1, ?1 || ?2, ?2, 'active', 'public', 0)`,
          ben.id,
          position,
        );
      return { who: anna, input: { profile: ben.id } };
    },
    effect: async ({ ben }, who) => [
      (await who.call("transactions", {})).transactions.map(({ amount }) => amount),
      (await who.call("member", { id: ben.id })).profile.photos.length,
    ],
    expected: [[-2, 10], 5],
  },
  sendGift: {
    send: async ({ anna, ben, unique }) => ({
      who: anna,
      input: { profile: ben.id, gift: "rose", note: "For you", client_id: `gift-${unique}` },
    }),
    effect: async ({ ben }, who) => [
      (await who.call("transactions", {})).transactions.map(({ kind, amount }) => [kind, amount]),
      (await ben.call("receivedGifts", {})).gifts.map(({ gift, note }) => [gift.id, note]),
    ],
    expected: [
      [
        ["gift", -5],
        ["signup", 10],
      ],
      [["rose", "For you"]],
    ],
  },
  sendPhoto: {
    send: async ({ anna, ben, unique }) => {
      const { message } = await ben.call("sendMessage", { profile: anna.id, text: "Show me", client_id: `asks-${unique}` });
      return { who: anna, input: { conversation: message.conversation, file: phonePhoto(), client_id: `photo-${unique}` } };
    },
    effect: async ({ anna }, who) => [
      (await who.call("transactions", {})).transactions.map(({ kind, amount }) => [kind, amount]),
      await count("SELECT count(*) n FROM chat_photos WHERE sender_id = ?", anna.id),
    ],
    expected: [
      [
        ["message", -1],
        ["signup", 10],
      ],
      1,
    ],
  },
  showGift: {
    send: async ({ anna, ben, unique }) => {
      const { message } = await anna.call("sendGift", { profile: ben.id, gift: "kiss", client_id: `gift-${unique}` });
      return { who: ben, input: { id: message.id, shown: true } };
    },
    effect: async ({ ben }, who) => (await who.call("member", { id: ben.id })).gifts,
    expected: [{ id: "kiss", names: null, count: 1 }],
  },
  like: {
    send: async ({ anna, ben }) => ({ who: anna, input: { profile: ben.id } }),
    effect: async ({ ben }) => (await ben.call("user", {})).new_likes,
    expected: 1,
  },
  unlike: {
    send: async ({ anna, ben }) => {
      await anna.call("like", { profile: ben.id });
      return { who: anna, input: { profile: ben.id } };
    },
    effect: async ({ ben }) => (await ben.call("user", {})).new_likes,
    expected: 0,
  },
  addPendingLike: {
    fresh: true,
    send: async ({ fresh, ben }) => ({ who: fresh, input: { profile: ben.id } }),
    effect: async ({ ben }, who) => [
      (await who.call("pendingLikes", {})).profiles.length,
      (await ben.call("user", {})).new_likes,
    ],
    expected: [1, 0],
  },
  removePendingLike: {
    fresh: true,
    send: async ({ fresh, ben }) => {
      await fresh.call("addPendingLike", { profile: ben.id });
      return { who: fresh, input: { profile: ben.id } };
    },
    effect: async (_, who) => (await who.call("pendingLikes", {})).profiles.length,
    expected: 0,
  },
  swipe: {
    send: async ({ anna, ben }) => ({ who: anna, input: { profile: ben.id, liked: true } }),
    effect: async ({ ben }, who) => `${(await ben.call("user", {})).new_likes} ${(await who.call("deck", {})).likes_left}`,
    expected: "1 3",
  },
  undoSwipe: {
    send: async ({ anna, ben }) => {
      await anna.call("swipe", { profile: ben.id, liked: false });
      return { who: anna, input: {} };
    },
    refusals: ["conflict"],
    effect: async (_, who) => (await who.call("deck", {})).undo,
    expected: false,
  },
  saveAnswers: {
    send: async ({ anna }) => ({ who: anna, input: { answers: { pace: "slow" } } }),
    effect: async (_, who) => (await who.call("matchFinder", {})).questions.filter(({ answer }) => answer !== null).length,
    expected: 1,
  },
  sendMessage: {
    send: async ({ anna, ben, unique }) => ({
      who: anna,
      input: { profile: ben.id, text: "Hello", client_id: `twice-${unique}` },
    }),
    effect: async ({ anna, ben }) => `${(await anna.call("user", {})).credits} ${(await ben.call("user", {})).unread_messages}`,
    expected: "9 1",
  },
  readChat: {
    send: async ({ anna, ben, unique }) => {
      const sent = await ben.call("sendMessage", { profile: anna.id, text: "Hello", client_id: `read-${unique}` });
      return { who: anna, input: { conversation: sent.message.conversation, seq: 1 } };
    },
    effect: async (_, who) => (await who.call("user", {})).unread_messages,
    expected: 0,
  },
  muteChat: {
    send: async ({ anna, ben, unique }) => {
      const sent = await anna.call("sendMessage", { profile: ben.id, text: "Hello", client_id: `mute-${unique}` });
      return { who: anna, input: { conversation: sent.message.conversation, muted: true } };
    },
    effect: async (_, who) => (await who.call("chats", {})).chats.map(({ muted }) => muted).join(),
    expected: "true",
  },
  pageHidden: {
    send: async ({ anna }) => ({ who: anna, input: {} }),
    effect: async (_, who) => (await who.call("user", {})).profile.id === who.id,
    expected: true,
  },
  react: {
    send: async ({ anna, ben, unique }) => {
      const sent = await ben.call("sendMessage", { profile: anna.id, text: "Hello", client_id: `react-${unique}` });
      return { who: anna, input: { conversation: sent.message.conversation, seq: 1, reaction: "heart" } };
    },
    effect: async ({ ben }, who) => (await who.call("chat", { profile: ben.id })).messages[0]?.reaction,
    expected: "heart",
  },
  editMessage: {
    send: async ({ anna, ben, unique }) => {
      const sent = await anna.call("sendMessage", { profile: ben.id, text: "Hello", client_id: `edit-${unique}` });
      return { who: anna, input: { conversation: sent.message.conversation, seq: 1, text: "Changed" } };
    },
    effect: async ({ anna }) =>
      `${(await anna.call("user", {})).credits} ${(await anna.call("chats", {})).chats[0]?.last_message?.text}`,
    expected: "9 Changed",
  },
  hideMessage: {
    send: async ({ anna, ben, unique }) => {
      const sent = await ben.call("sendMessage", { profile: anna.id, text: "Hello", client_id: `hide-${unique}` });
      return { who: anna, input: { conversation: sent.message.conversation, seq: 1 } };
    },
    effect: async (_, who) => (await who.call("user", {})).unread_messages,
    expected: 0,
  },
  saveDraft: {
    send: async ({ anna, ben, unique }) => ({
      who: anna,
      input: { profile: ben.id, text: "Hel", client_id: `draft-${unique}` },
    }),
    effect: async ({ ben }, who) => (await who.call("chat", { profile: ben.id })).draft,
    expected: "Hel",
  },
  removeChat: {
    send: async ({ anna, ben, unique }) => {
      const sent = await anna.call("sendMessage", { profile: ben.id, text: "Hello", client_id: `gone-${unique}` });
      return { who: anna, input: { conversation: sent.message.conversation } };
    },
    effect: async (_, who) => (await who.call("chats", {})).chats.length,
    expected: 0,
  },
  complaint: {
    send: async ({ visitor, unique }) => ({
      who: visitor,
      input: {
        kind: "illegal_content",
        text: `There is something that should not be there: ${unique}`,
        good_faith: true,
        complaint_key: `complaint-${unique}`,
      },
    }),
    effect: ({ unique }) => count("SELECT count(*) n FROM complaints WHERE text LIKE ?", `%${unique}`),
    expected: 1,
  },
};
