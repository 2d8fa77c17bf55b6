import type { Layout } from "./conditions.ts";
import { EntryWarning } from "./entry-warning.tsx";
import { entryWarning } from "./situation.ts";

/** Stands beside the layout's shell, which is inert while it is open. */
export async function EntryModal({ layout }: { layout: Layout }) {
  return (await entryWarning(layout)) === "dialog" && <EntryWarning />;
}
