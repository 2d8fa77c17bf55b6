import { CallError } from "#app/live/client.ts";
import { authorHeaders } from "#app/ui/author.ts";
import type { ErrorBody } from "#worker/platform/errors.ts";

/** @throws CallError */
export async function post(path: string, input: object): Promise<unknown> {
  const headers = { "content-type": "application/json", ...authorHeaders() };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(input) });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new CallError(answer.status, (body as ErrorBody).error);
  return body;
}
