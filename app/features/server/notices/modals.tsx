import { ActivationModal, followsSignup } from "#app/features/accounts/signup/activation-reminder.tsx";
import { MatchDialog } from "#app/features/discovery/likes/match-dialog.tsx";
import { showsActivationReminder } from "./conditions.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { entryWarning, situation } from "./situation.ts";

/** Blocking modals of the default layout. They stand beside the layout's shell, which is inert while one is open. */
export async function Modals() {
  if ((await entryWarning("default")) === "dialog") return <EntryWarning />;
  const now = await situation();
  if (followsSignup() && showsActivationReminder(now)) return <ActivationModal />;
  return <MatchDialog />;
}
