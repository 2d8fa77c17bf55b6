import { z } from "zod";
import type { FormState } from "#worker/platform/form-answer.ts";
import type { StaffEdge } from "#worker/server/edge/edge.ts";
import { readStaffCookie } from "#worker/server/edge/staff-cookie.ts";

const schema = z.object({ id: z.string(), values: z.record(z.string(), z.string()) });

/** Parses the field `kept` of a log-in form: a form that was posted without a session. */
export function unsentForm(text: string | undefined): z.output<typeof schema> | null {
  if (text === undefined) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The page of the form, with the session that the log-in has just begun and all that was typed. Nothing was sent yet. */
export async function withUnsentForm(
  edge: StaffEdge,
  state: FormState,
  build: (request: Request) => Promise<StaffEdge>,
): Promise<{ edge: StaffEdge; request: Request } | null> {
  const url = new URL(edge.url);
  for (const name of ["call", "then", "with", "author"]) url.searchParams.delete(name);
  const cookie = edge.answer.getSetCookie().map((one) => one.split(";", 1)[0]);
  const request = new Request(url, { headers: { cookie: cookie.join("; ") } });
  if (readStaffCookie(request) === null) return null;
  // One answer: its headers are those of `edge`.
  return { edge: { ...(await build(request)), form: state, nonce: edge.nonce, answer: edge.answer }, request };
}
