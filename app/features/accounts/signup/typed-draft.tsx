import { draftValuesSchema } from "#worker/accounts/signup/draft.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { keepTyped } from "./keep-typed.ts";

const NAMES = Object.keys(draftValuesSchema.shape);

/** Inside a form of the account step, whose draft exists. Never a password: the draft has no such field. */
export function TypedDraft({ values }: { values: Readonly<Record<string, string>> }) {
  const stored = Object.fromEntries(NAMES.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  return <script nonce={edge().nonce}>{`(${keepTyped})(${JSON.stringify(NAMES)},${JSON.stringify(stored)})`}</script>;
}
