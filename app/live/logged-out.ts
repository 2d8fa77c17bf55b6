import { isBusy, watchBusy } from "#app/ui/busy.ts";

/** Between a form's answer and the page that it leads to, in milliseconds. */
const PAUSE = 500;

let leaving = false;

/**
 * The session is over: opens the log-in page once, with a return path; typed chat text stays in the tab. A pending form
 * keeps its own page: it may have ended the session.
 */
export function leaveLoggedOut(): void {
  if (leaving || !isMembers()) return;
  leaving = true;
  // Also after a return by the back-forward cache.
  addEventListener("pageshow", () => (leaving = false), { once: true });
  if (!isBusy()) {
    leave();
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = watchBusy(() => {
    clearTimeout(timer);
    if (isBusy()) return;
    timer = setTimeout(() => {
      stop();
      if (isMembers()) leave();
      else leaving = false;
    }, PAUSE);
  });
}

/** Set by the layouts: a visitor's page has no session to lose. */
function isMembers(): boolean {
  return document.querySelector(".logged-in") !== null;
}

function leave(): void {
  location.assign(`/login?ended=&next=${encodeURIComponent(location.pathname + location.search)}`);
}
