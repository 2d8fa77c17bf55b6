/** One per member and message; `chat.reactions.<code>` in the locales names it. */
export const REACTION_CODES = ["heart", "kiss", "laugh", "wow", "fire", "thumbs_up"] as const;

export type Reaction = (typeof REACTION_CODES)[number];
