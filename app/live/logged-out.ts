import { onceIdle } from "#app/ui/busy.ts";
import { wipeKeptChats } from "#app/ui/kept-chats.ts";

let leaving = false;

/** Opens the log-in page once, with a return path. A pending form stays: it may have ended the session. */
export function redirectToLogin(): void {
  if (leaving || !isMembers()) return;
  setLeaving();
  wipeKeptChats();
  onceIdle(() => {
    if (isMembers()) leave();
    else leaving = false;
  });
}

function setLeaving(): void {
  leaving = true;
  // The back-forward cache restores the page as it was left.
  addEventListener("pageshow", () => (leaving = false), { once: true });
}

/** The layouts set the class: a visitor's page has no session. */
function isMembers(): boolean {
  return document.querySelector(".logged-in") !== null;
}

function leave(): void {
  location.assign(`/login?ended=&next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** In the query of a page to which a proof of age led back: what waited for it is sent. */
export const PROVED = "proved";

const PROOF = "/proof-of-age";

/** A call waits for a proof of age: its page leads back here. A text that waits is sent from that page too, which stays. */
export function redirectToProof(): void {
  if (leaving || location.pathname === PROOF) return;
  setLeaving();
  const here = new URL(location.href);
  here.searchParams.set(PROVED, "");
  onceIdle(() => location.assign(`${PROOF}?next=${encodeURIComponent(here.pathname + here.search)}`));
}
