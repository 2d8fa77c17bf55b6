import { onceIdle } from "#app/ui/busy.ts";
import { wipeKeptChats } from "#app/ui/kept-chats.ts";

let leaving = false;

/** Opens the log-in page once, with a return path. A pending form stays: it may have ended the session. */
export function redirectToLogin(): void {
  if (leaving || !isMembers()) return;
  leaving = true;
  wipeKeptChats();
  // The back-forward cache restores the page with `leaving` set.
  addEventListener("pageshow", () => (leaving = false), { once: true });
  onceIdle(() => {
    if (isMembers()) leave();
    else leaving = false;
  });
}

/** The layouts set the class: a visitor's page has no session. */
function isMembers(): boolean {
  return document.querySelector(".logged-in") !== null;
}

function leave(): void {
  location.assign(`/login?ended=&next=${encodeURIComponent(location.pathname + location.search)}`);
}
