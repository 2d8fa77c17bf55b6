export const MOST_SEARCHES = 10;
/** New members who are counted; the last number means "or more". */
export const MOST_NEW = 25;
/** Characters. */
export const SEARCH_NAME = 60;
