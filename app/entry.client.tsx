import "virtual:react-router/unstable_rsc/inject-hmr-runtime";

import clientReferences from "virtual:vite-rsc/client-references";
import {
  createFromReadableStream,
  createTemporaryReferenceSet,
  encodeReply,
  setServerCallback,
} from "@vitejs/plugin-rsc/browser";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  unstable_createCallServer as createCallServer,
  unstable_getRSCStream as getRSCStream,
  unstable_RSCHydratedRouter as RSCHydratedRouter,
  type unstable_RSCPayload as RSCPayload,
} from "react-router/dom";
import { completeActions, completePayloads, noteAction, watchedLoad } from "#app/live/complete-payload.ts";
import { retryingFetch } from "#app/live/retrying-fetch.ts";
import { retryingImport } from "#app/live/retrying-import.ts";
import { keepAnswer, noteForm } from "#app/live/sent-forms.ts";
import { keepZone } from "#app/live/zone.ts";
import { beginWait } from "#app/ui/busy.ts";
import { preventDoubleSubmit } from "#app/ui/double-submit.ts";
import { fetchSubmit, keepPageOnFailure } from "#app/ui/failed-submit.ts";
import { clearStorageAtLogOut } from "#app/ui/logout-storage.ts";

for (const [id, load] of Object.entries(clientReferences)) clientReferences[id] = watchedLoad(() => retryingImport(load));

const createPayload = completePayloads(createFromReadableStream);
const callServer = createCallServer({
  createFromReadableStream: completeActions(createFromReadableStream),
  createTemporaryReferenceSet,
  encodeReply,
  fetch: keepAnswer(fetchSubmit),
});
// The busy state starts at the press: encoding the form must leave no gap for a second submit.
setServerCallback((...call: Parameters<typeof callServer>) => {
  const end = beginWait();
  const answer = callServer(...call);
  noteAction();
  noteForm(answer);
  return answer.catch(keepPageOnFailure).finally(end);
});
preventDoubleSubmit();
clearStorageAtLogOut();
if (document.body.classList.contains("logged-in")) {
  keepZone();
  // Every page sends what a chat left unsent; a chat does it by itself.
  if (!/\/chats\/|\/chat$/.test(location.pathname) && Object.keys(localStorage).some((key) => /^(unsent|draft):/.test(key)))
    void import("#app/features/chat/outbox.client.ts").then(({ resumeUnsent }) => resumeUnsent()).catch(() => {});
}

createFromReadableStream<RSCPayload>(getRSCStream()).then((payload) => {
  startTransition(async () => {
    const formState = payload.type === "render" ? await payload.formState : undefined;

    hydrateRoot(
      document,
      <StrictMode>
        <RSCHydratedRouter createFromReadableStream={createPayload} fetch={retryingFetch} payload={payload} />
      </StrictMode>,
      {
        formState,
      },
    );
  });
});
