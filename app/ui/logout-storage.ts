const UNSENT = "unsent:";
const DRAFT = "draft:";

/** Empties the browser's storage with the log-out: it holds drafts, results and unsent messages of the member. */
export function clearStorageAtLogOut(): void {
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (!form.matches("[data-logout]")) return;
      const unsent = Object.keys(localStorage).filter((key) => key.startsWith(UNSENT));
      if (unsent.length > 0 && !confirm(form.dataset.logout)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      for (const name of unsent) {
        localStorage.removeItem(name);
        indexedDB.deleteDatabase(name);
      }
      // Islands store their state on pagehide; this listener runs after theirs.
      addEventListener("pagehide", () => {
        sessionStorage.clear();
        for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT)) localStorage.removeItem(key);
      });
    },
    { capture: true },
  );
}
