/** In characters. */
export const NEWS_SUBJECT_MAX = 120;
export const NEWS_TEXT_MAX = 3000;
/** Mails of a day that the form offers. */
export const NEWS_PER_DAY = 1000;
