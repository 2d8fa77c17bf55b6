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

/** In the query of a page to which a proof of age led back: what waited for it is sent. */
export const PROVED = "proved";

/** A call waits for a proof of age: its page leads back here. */
export function redirectToProof(): void {
  const here = new URL(location.href);
  here.searchParams.set(PROVED, "");
  onceIdle(() => location.assign(`/proof-of-age?next=${encodeURIComponent(here.pathname + here.search)}`));
}
