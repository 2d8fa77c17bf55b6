/**
 * Self-contained: `/login` and the page after a deletion inline its source and load no file of scripts. A session that
 * ended leads there.
 */
export const WIPE_KEPT_CHATS =
  'try{for(const key of Object.keys(localStorage))if(key.startsWith("kept-chats:"))localStorage.removeItem(key)}catch{}';
