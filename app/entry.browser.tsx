import clientReferences from "virtual:vite-rsc/client-references";
import {
  createFromReadableStream,
  createTemporaryReferenceSet,
  encodeReply,
  setServerCallback,
} from "@vitejs/plugin-rsc/browser";
import { StrictMode, startTransition } from "react";
import { hydrateRoot, type ReactFormState } from "react-dom/client";
import { keepZone } from "#app/live/zone.ts";
import { watchedLoad } from "#app/page/modules.ts";
import { Page, refreshPage, setPage } from "#app/page/page.ts";
import { PageRoot } from "#app/page/page-root.tsx";
import type { PagePayload } from "#app/page/payload.ts";
import { retryingImport } from "#app/page/retrying-import.ts";
import { keepAnswer, noteForm } from "#app/page/sent-forms.ts";
import { beginWait } from "#app/ui/busy.ts";
import { sendCompleteCodes } from "#app/ui/complete-code.ts";
import { preventDoubleSubmit } from "#app/ui/double-submit.ts";
import { fetchSubmit, keepPageOnFailure } from "#app/ui/failed-submit.ts";
import { keptKey, wipeKeptChats } from "#app/ui/kept-chats.ts";
import { keepSecretsOfRefused } from "#app/ui/kept-secrets.ts";
import { clearStorageAtLogOut } from "#app/ui/logout-storage.ts";
import { deviceStorage } from "#app/ui/storage.ts";

declare global {
  interface Window {
    __FLIGHT_DATA?: string;
  }
}

for (const [id, load] of Object.entries(clientReferences)) clientReferences[id] = watchedLoad(() => retryingImport(load));

preventDoubleSubmit();
keepSecretsOfRefused();
sendCompleteCodes();
clearStorageAtLogOut();
// Deletes chats kept for any member but the one of this page. Staff pages carry no member id.
if (!document.body.matches(".staff")) wipeKeptChats(document.body.dataset.author);
void hydrate();

if (document.body.matches(".logged-in, .staff")) {
  // A task of its own: the first use of Intl takes long, and input comes between. Not a timer, which tests freeze.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    keepZone();
    const { author } = document.body.dataset;
    if (author && deviceStorage.keys(keptKey(author)).length > 0)
      void import("#app/features/messaging/chat/keep-chats.client.ts").then(({ keepChats }) => keepChats(author)).catch(() => {});
    // Every page sends what a chat left unsent; a chat does it by itself.
    if (!/\/chats\/|\/chat$/.test(location.pathname) && deviceStorage.keys("").some((key) => /^(unsent|draft):/.test(key)))
      void import("#app/features/messaging/chat/resume-unsent.client.ts")
        .then(({ resumeUnsent }) => resumeUnsent())
        .catch(() => {});
  };
  port2.postMessage(null);
}

async function hydrate(): Promise<void> {
  const first = new Response(window.__FLIGHT_DATA).body as ReadableStream<Uint8Array>;
  const payload = await createFromReadableStream<PagePayload & { formState?: ReactFormState }>(first);
  const page = new Page(payload, {
    decode: (response, temporaryReferences) =>
      createFromReadableStream(response.body as ReadableStream<Uint8Array>, { temporaryReferences }),
    encode: (args, temporaryReferences) => encodeReply(args, { temporaryReferences }),
    newReferences: createTemporaryReferenceSet,
    send: keepAnswer(fetchSubmit),
  });
  setPage(page);
  // The busy state starts at the press: encoding the form must leave no gap for a second submit.
  setServerCallback((id, args) => {
    const end = beginWait();
    const answer = page.submit(id, args);
    noteForm(answer);
    return answer.catch(keepPageOnFailure).finally(end);
  });
  startTransition(() => {
    const root = (
      <StrictMode>
        <PageRoot page={page} />
      </StrictMode>
    );
    hydrateRoot(document, root, { formState: payload.formState, onRecoverableError });
  });
}

/** React built the page anew, since an extension had changed it. Its payload lacks the parts that never change. */
function onRecoverableError(error: unknown): void {
  reportError(error);
  refreshPage().catch(reportError);
}

// Fast refresh applies changed islands before the page that fits them.
import.meta.hot?.on("rsc:update", () => requestAnimationFrame(() => void refreshPage()));
