/** Why a member cannot write in a chat, told before anything is typed. */
export const REFUSALS = [
  "blocked",
  "not_confirmed",
  "premium_required",
  "not_enough_credits",
  "deleted",
  "goodbye",
  "first_message_refused",
] as const;
