import { MatchDialog } from "#app/features/likes/match-dialog.tsx";
import { ActivationModal, followsSignup } from "#app/features/signup/activation-reminder.tsx";
import { type Layout, showsActivationReminder } from "./conditions.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { entryWarning, situation } from "./situation.ts";

/** Blocking modals. They stand beside the layout's shell, which is inert while one is open. */
export async function Modals({ layout }: { layout: Layout }) {
  const warning = await entryWarning(layout);
  if (warning === "dialog") return <EntryWarning />;
  if (layout !== "default") return null;
  const now = await situation();
  if (followsSignup() && showsActivationReminder(now)) return <ActivationModal />;
  return now.path === "/swipe-game" ? null : <MatchDialog />;
}
