let leaving = false;

/**
 * The session is over: shows the log-in page, which says so and leads back to this one. What was typed into a chat stays
 * with the tab. Socket, polls and calls find out at about the same time, and the page is left once.
 */
export function leaveLoggedOut(): void {
  if (leaving || location.pathname === "/login") return;
  leaving = true;
  // Whoever comes back to the page as it was finds it as it was.
  addEventListener("pageshow", () => (leaving = false), { once: true });
  location.assign(`/login?ended=&next=${encodeURIComponent(location.pathname + location.search)}`);
}
