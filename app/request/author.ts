import { requireAuthor, VISITOR } from "#worker/platform/author.ts";
import { AppError } from "#worker/platform/errors.ts";
import { EMPTY_FORM } from "#worker/platform/form-answer.ts";
import { edge, pageEdge } from "#worker/server/edge/edge.ts";
import { fieldsOf } from "./forms.ts";

type Action = (form: FormData) => Promise<unknown>;

export const REFUSED = "other-member";

/** Fields with free text. A test compares them with all forms. */
const TEXTS = /^(about|answer_\d+|details|emails|note|text|words)$/;

const everyones = new WeakSet<Action>();

/** Marks server functions that need no author: they take a password or a mail's token, or concern no account. */
export function forEveryone(...actions: Action[]): void {
  for (const action of actions) everyones.add(action);
}

/** A page of a visitor deletes what the device keeps: a failure to read the member makes none. */
export async function pageAuthor(): Promise<string> {
  const context = pageEdge();
  if ("staff" in context) return context.viewer?.id ?? VISITOR;
  const { session, side } = context;
  if (!session) return VISITOR;
  const member = await context.memberId().catch(() => undefined);
  // An upstream that did not answer in time may still know the session.
  return member === null && side.isCertain() ? VISITOR : session.memberId;
}

/** Before a server function runs. A form without scripts is stored for the page that refuses it. @throws other_member */
export async function admitAuthor(action: Action, said: string | null, form: FormData | null): Promise<void> {
  if (everyones.has(action)) return;
  try {
    await requireAuthor(said, edge());
  } catch (error) {
    if (error instanceof AppError && form) {
      const texts = Object.entries(fieldsOf(form)).filter(([name, text]) => TEXTS.test(name) && text !== "");
      edge().form = { ...EMPTY_FORM, id: REFUSED, values: Object.fromEntries(texts), code: error.code };
    }
    throw error;
  }
}
