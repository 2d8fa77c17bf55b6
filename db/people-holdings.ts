import type { Holding } from "./holding.ts";

/** Tables of "people I know" and of trips. */
export const PEOPLE_HOLDINGS: Readonly<Record<string, Holding>> = {
  acquaintances: {
    members: ["owner_id"],
    erasure: "goes",
    // The address is not stored. When it holds would help to tell who it is.
    download: { file: "people_i_know", by: ["owner_id"], without: ["print", "from_at", "holds", "until_at"] },
  },
  attendances: {
    members: ["member_id"],
    erasure: "goes",
    download: {
      file: "events",
      by: ["member_id"],
      named: { table: "events", by: "event_id", columns: ["title", "day", "city", "place"] },
    },
  },
  unseen: {
    members: ["viewer_id", "owner_id"],
    erasure: "goes",
    download: { not: "would tell which listed addresses belong to members, and whose list a member is on" },
  },
  trips: {
    members: ["member_id"],
    erasure: "goes",
    // The centre of the town, a note of the cron, and what the profile says.
    download: { file: "trips", by: ["member_id"], without: ["cell", "begun", "home_country", "joined_at"] },
  },
};
