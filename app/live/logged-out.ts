import { isBusy, watchBusy } from "#app/ui/busy.ts";

/** Between a form's answer and the page that it leads to, in milliseconds. */
const PAUSE = 500;

let leaving = false;

/**
 * The session is over: shows the log-in page, which says so and leads back to this one. What was typed into a chat stays
 * with the tab. Socket, polls and calls find out at about the same time, and the page is left once. A form that is being
 * answered may be what ended the session, by a log-out or the account's deletion: then its own page is shown, and no other.
 */
export function leaveLoggedOut(): void {
  if (leaving || !isMembers()) return;
  leaving = true;
  // Whoever comes back to the page as it was finds it as it was.
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

/** What the layouts say of the page that is shown now: one that is nobody's has no session to lose. */
function isMembers(): boolean {
  return document.querySelector(".logged-in") !== null;
}

function leave(): void {
  location.assign(`/login?ended=&next=${encodeURIComponent(location.pathname + location.search)}`);
}
