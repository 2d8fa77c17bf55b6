import type { Call } from "#worker/platform/call.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";

interface CallRequest {
  method: string;
  path: string;
  body?: string | Uint8Array;
  headers: Record<string, string>;
}

/** A call as the pages make it. */
export async function requestOf(name: CallName, input: unknown): Promise<CallRequest> {
  const { method, path, multipart }: Call = CALLS[name];
  const same = { "sec-fetch-site": "same-origin" };
  if (multipart) {
    const { body, type } = await formOf(input as object);
    return { method, path, body, headers: { ...same, "content-type": type } };
  }
  if (method !== "GET")
    return { method, path, body: JSON.stringify(input), headers: { ...same, "content-type": "application/json" } };
  const entries = Object.entries(input as object).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(entries.map(([key, value]) => [key, String(value)]));
  return { method, path: query.size > 0 ? `${path}?${query}` : path, headers: same };
}

/** Encodes an input as multipart form data. */
export async function formOf(input: object): Promise<{ body: Uint8Array; type: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.set(name, value instanceof File ? value : String(value));
  const sent = new Response(form);
  return { type: sent.headers.get("content-type") as string, body: new Uint8Array(await sent.arrayBuffer()) };
}
