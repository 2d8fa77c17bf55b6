import { CallError, call } from "#app/live/client.ts";
import { refreshSoon } from "#app/live/live-refresh.client.tsx";
import { deviceStorage } from "#app/ui/storage.ts";
import { cleanText } from "#worker/platform/text.ts";
import { DRAFT, type LocalDraft, saveDraft } from "./local-drafts.client.ts";
import { outboxOf } from "./outbox.client.ts";
import { UNSENT } from "./unsent-messages.client.ts";

/** For pages without a chat: sends what the member left unsent. */
export async function resumeUnsent(): Promise<void> {
  const { profile } = await call("user", {});
  const held = deviceStorage.keys(`${DRAFT}${profile.id}:`).length > 0;
  await saveLocalDrafts(profile.id);
  // The list has shown what this device held.
  if (held && location.pathname === "/chats") refreshSoon();
  if (deviceStorage.keys(UNSENT + profile.id).length > 0) await outboxOf(profile.id).drain();
}

async function saveLocalDrafts(selfId: string): Promise<void> {
  const own = `${DRAFT}${selfId}:`;
  for (const key of deviceStorage.keys(own)) {
    const draft = deviceStorage.read<LocalDraft>(key);
    const [partnerId = ""] = key.slice(own.length).split(":");
    if (!draft || draft.refused) continue;
    const outcome = await saveDraft(partnerId, draft).catch((error: CallError) => error);
    // Typed on meanwhile.
    if (deviceStorage.read<LocalDraft>(key)?.at !== draft.at) continue;
    if (outcome instanceof CallError) {
      // Not now: the next page tries again. A refused draft stays for its chat, unless that is gone.
      if (outcome.status === 0 || outcome.status === 429 || outcome.status >= 500 || outcome.isAnothers) return;
      if (outcome.code === "not_found" || outcome.code === "blocked") deviceStorage.drop(key);
      else deviceStorage.keep(key, { ...draft, refused: true } satisfies LocalDraft);
    } else if (isSaved(draft, outcome.draft)) deviceStorage.drop(key);
    // Its chat shows it beside the newer one.
    else deviceStorage.keep(key, { ...draft, refused: true } satisfies LocalDraft);
  }
}

function isSaved({ text }: LocalDraft, saved: Awaited<ReturnType<typeof saveDraft>>["draft"]): boolean {
  const words = cleanText(text);
  return words === "" || saved?.text === words;
}
