/** Addresses on one list. */
export const MOST_ACQUAINTANCES = 1000;
/** In days: a change of the list takes effect at a random time between the two. */
export const EFFECT_FROM = 1;
export const EFFECT_UNTIL = 3;
