import { empty, type Holding } from "./holding.ts";

/** Photos of profiles and of chats. Their objects in R2 are erased before the rows. */
export const PHOTO_HOLDINGS: Readonly<Record<string, Holding>> = {
  photos: { members: ["profile_id"], erasure: "goes", download: { file: "photos", by: ["profile_id"], without: ["key"] } },
  // Without a member: rows of photos go with them, those of a ban stay as long as it does.
  photo_hashes: {
    members: [],
    erasure: {
      ...{ id: "stays", pool: "stays", photo_id: "stays", chat_photo_id: "stays", decision_id: "stays" },
      ...{ band0: "stays", band1: "stays", band2: "stays", band3: "stays" },
    },
    download: { not: "fingerprints of the pictures that are in the other files" },
  },
  verifications: {
    members: ["member_id"],
    erasure: "goes",
    download: { file: "verifications", by: ["member_id"], without: ["key"] },
  },
  photo_grants: {
    members: ["owner_id", "member_id"],
    erasure: "goes",
    // A decision is the owner's data; a request, the other member's too. It must not reveal an invisible member.
    download: { file: "photo-access", by: ["owner_id", "member_id"], onlyOf: { owner_id: "member_id" } },
  },
  chat_photos: {
    members: ["sender_id"],
    // The partner's copy of the message stays, without the picture.
    erasure: {
      id: "stays",
      key: empty(null),
      sender_id: "stays",
      conversation_id: "stays",
      seq: "stays",
      client_id: "stays",
      status: empty("gone"),
      rejected_for: empty(null),
      checked_at: empty(null),
      width: empty(null),
      height: empty(null),
      preview: empty(null),
      duration: empty(null),
      levels: empty(null),
      container: "stays",
      played_at: empty(null),
      created_at: "stays",
    },
    download: {
      file: "chat-photos",
      by: ["sender_id"],
      // When the other played a recording: the page says only that, and only while both show what they have read.
      without: ["key", "client_id", "played_at"],
    },
  },
  voice_answers: {
    members: ["member_id"],
    erasure: "goes",
    download: { file: "voice-answers", by: ["member_id"], without: ["key", "unwanted"] },
  },
  picture_notices: {
    members: [],
    erasure: {
      ...{ id: "stays", bands: "stays", named: "stays", alerts: "stays" },
      // A keyed hash; the cron empties it after 180 days.
      network: "stays",
      ...{ hiding: "stays", unsearched: "stays", home: "stays" },
    },
    download: { not: "the fingerprint of a picture that somebody uploaded to have it removed" },
  },
  noticed_photos: {
    members: ["member_id"],
    erasure: "goes",
    download: { not: "pictures under a notice, whose download would tell of it; its outcome is in `decisions`" },
  },
  blocked_pictures: {
    members: [],
    erasure: {
      ...{ id: "stays", notice_id: "stays", created_at: "stays" },
      ...{ band0: "stays", band1: "stays", band2: "stays", band3: "stays" },
    },
    download: { not: "fingerprints of removed pictures, without a member" },
  },
};
