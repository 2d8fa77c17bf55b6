import { MatchDialog } from "#app/features/likes/match-dialog.tsx";
import { ActivationModal, followsSignup } from "#app/features/signup/activation-reminder.tsx";
import { edge } from "#worker/edge/edge.ts";
import { type Layout, showsActivationReminder, showsEntryWarning } from "./conditions.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { situation } from "./situation.ts";

/** Blocking modals. They stand beside the layout's shell, which is inert while one is open. */
export async function Modals({ layout }: { layout: Layout }) {
  const { url, country, settings } = edge();
  const now = await situation();
  if (showsEntryWarning({ ...now, layout, country, settings, installed: url.searchParams.has("app") })) return <EntryWarning />;
  if (layout !== "default") return null;
  if (followsSignup() && showsActivationReminder(now)) return <ActivationModal />;
  return now.path === "/swipe-game" ? null : <MatchDialog />;
}
