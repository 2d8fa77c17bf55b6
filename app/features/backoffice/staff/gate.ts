import { data, redirect } from "react-router";
import { AppError } from "#worker/platform/errors.ts";
import { EMPTY_FORM, type FormState } from "#worker/platform/form-answer.ts";
import { refusalWords } from "#worker/platform/refusal.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import type { StaffCallName } from "#worker/server/staff/calls.ts";

/** Awaits a call of a page. Without a session the answer is the log-in page; a refusal shows as its status. */
export async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "authentication_required") throw redirect("/staff/login");
    const { answer, t } = staffEdge();
    if (error.retryAfter !== null) answer.set("retry-after", String(error.retryAfter));
    throw data({ message: refusalWords(error, t) }, { status: error.status });
  }
}

/** State of the form of `call`; empty unless this request posted it, with these values, and was refused. */
export function staffForm(call: StaffCallName, posted: Readonly<Record<string, string>> = {}): FormState {
  const { form } = staffEdge();
  const isPosted = form?.id === call && Object.entries(posted).every(([name, value]) => form.values[name] === value);
  return isPosted ? form : { ...EMPTY_FORM, id: call };
}

type Refusals = Readonly<Record<string, string>>;

/** Texts of the call that this request posted, by code. */
export function refusalsOf(words: Partial<Record<StaffCallName, Refusals>>): Refusals | undefined {
  return words[(staffEdge().form?.id ?? "") as StaffCallName];
}

/** Posts to the present page (worker/server/api/staff.ts). `then`: the page that follows; default: the present one. */
export function formAction(call: StaffCallName, then?: string): string {
  return presentPage(then ? { call, then } : { call });
}

/** Posts to the other log-in page, with a form that waits for a session. */
export function loginWith(way: "password" | "passkey"): string {
  return presentPage({ with: way });
}

function presentPage(how: Record<string, string>): string {
  const { url, viewer } = staffEdge();
  const { pathname, searchParams } = url;
  const query = new URLSearchParams(searchParams);
  for (const name of ["call", "then", "with", "author"]) query.delete(name);
  for (const [name, value] of Object.entries(how)) query.set(name, value);
  if (viewer) query.set("author", viewer.id);
  return `${pathname}?${query}`;
}
