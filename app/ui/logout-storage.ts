/** Empties the tab's storage with the log-out: it holds drafts and results of the member. */
export function clearStorageAtLogOut(): void {
  addEventListener("submit", ({ target }) => {
    if (!(target as HTMLFormElement).matches("[data-logout]")) return;
    // Islands store their state on pagehide; this listener runs after theirs.
    addEventListener("pagehide", () => sessionStorage.clear());
  });
}
