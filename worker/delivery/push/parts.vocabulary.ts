import type { Sum } from "#worker/delivery/notifications/kinds.vocabulary.ts";

/** The subject of a digest: letters of sums. It has news while one of them is not 0. */
export const PARTS: Readonly<Record<Sum, string>> = {
  unread: "m",
  newLikes: "l",
  requests: "q",
  newInSearches: "s",
  photoRequests: "r",
  photoAnswers: "v",
};
/** No sum says whether it was seen. */
export const OTHER = "o";
