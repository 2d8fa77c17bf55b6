import { DAY, HOUR, MINUTE } from "./durations.ts";
import { limit, rows } from "./limits-rows.ts";

export const RING_LIMITS = rows({
  rings: {
    calls: ["startCall"],
    key: "rings {member}",
    windows: [limit(30, HOUR), limit(120, DAY)],
    protects: "members from rings by the hundred, which cost nothing until somebody answers",
    loss: "members",
    counted: "after",
  },
  callPages: {
    calls: ["call", "answerCall", "renewCall"],
    key: "call pages {member}",
    windows: [limit(60, MINUTE), limit(1_200, HOUR)],
    protects: "the database and the relay from pages that ask without end; a call asks once or twice a minute",
    loss: "machine",
    counted: "after",
    sampled: 4,
  },
});
