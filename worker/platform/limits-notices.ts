import { DAY, HOUR } from "./durations.ts";
import { limit, rows } from "./limits-rows.ts";

export const NOTICE_LIMITS = rows({
  complaints: {
    calls: ["complaint"],
    key: "complaint {network}",
    windows: [limit(10, HOUR), limit(30, DAY)],
    protects: "the staff who read complaints from a flood of them",
    loss: "staff",
    counted: "rule",
  },
  pictureNotices: {
    calls: ["pictureNotice"],
    key: "picture notices {network}",
    windows: [limit(5, HOUR), limit(15, DAY)],
    protects: "what reading an uploaded picture costs, and the staff who decide within 48 hours",
    loss: "operator",
    counted: "rule",
  },
  picturesHidden: {
    calls: ["pictureNotice"],
    key: "pictures hidden {network}",
    windows: [limit(3, DAY)],
    protects: "members from somebody who clears a site of its pictures; further notices wait for a person",
    loss: "members",
    counted: "rule",
  },
  complaintReceipts: {
    calls: ["complaint", "pictureNotice"],
    key: "complaint receipt {email}",
    windows: [limit(3, DAY)],
    protects: "a mailbox from receipts that somebody else asks for",
    loss: "mailbox",
    counted: "rule",
  },
  acquaintances: {
    calls: ["addAcquaintances", "removeAcquaintances"],
    key: "acquaintances {member}",
    windows: [limit(20, DAY)],
    protects: "members from lists of one address at a time, which would try to tell who is one",
    loss: "members",
    counted: "before",
  },
  trips: {
    calls: ["addTrip", "changeTrip"],
    key: "trips {member}",
    windows: [limit(20, DAY)],
    protects: "members from somebody who moves from town to town to learn what a distance decides",
    loss: "members",
    counted: "before",
  },
});
