import { wipeKeptChats } from "./kept-chats.ts";
import { dropSharedPictures } from "./shared-pictures.ts";
import { deleteDatabase, deviceStorage, tabStorage } from "./storage.ts";

const UNSENT = "unsent:";
const DRAFT = "draft:";

/** Empties the browser's storage with the log-out: it holds drafts, results, chats and unsent messages of the member. */
export function clearStorageAtLogOut(): void {
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      if (!form.matches("[data-logout]")) return;
      const unsent = deviceStorage.keys(UNSENT);
      if (unsent.length > 0 && !confirm(form.dataset.logout)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      for (const name of unsent) {
        deviceStorage.drop(name);
        deleteDatabase(name);
      }
      wipeKeptChats();
      void dropSharedPictures();
      // Islands store their state on pagehide; this listener runs after theirs.
      addEventListener("pagehide", () => {
        for (const key of tabStorage.keys("")) tabStorage.drop(key);
        for (const key of deviceStorage.keys(DRAFT)) deviceStorage.drop(key);
      });
    },
    { capture: true },
  );
}
