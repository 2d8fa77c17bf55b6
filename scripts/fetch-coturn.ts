import { fetchCoturn, findCoturn } from "./coturn.ts";
import { fail } from "./terminal.ts";

/** For the journeys of calls. */
const HOW = "Install coturn (Debian, Ubuntu: apt-get install coturn) so that turnserver is on the PATH.";

if (!findCoturn()) {
  console.log("▸ Fetching coturn");
  try {
    fetchCoturn();
  } catch (error) {
    fail(`The journeys of calls need a relay: ${(error as Error).message}\n${HOW}`);
  }
  if (!findCoturn()) fail(`The journeys of calls need a relay, and the one that was fetched does not run.\n${HOW}`);
}
