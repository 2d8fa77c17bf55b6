import type { ErrorBody } from "#worker/lib/errors.ts";

export interface Refused {
  /** Problem of the written words; null for other refusals and without a response. */
  words: string | null;
  loggedOut: boolean;
}

/** Null when it is done. */
export async function post(path: string, input: Record<string, string>): Promise<Refused | null> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
      // The next page may be asked for before the answer.
      keepalive: true,
    });
    if (answer.ok) return null;
    const { error } = (await answer.json()) as ErrorBody;
    const words = error.fields?.find(({ field }) => field === "words")?.message ?? null;
    return { words, loggedOut: error.code === "authentication_required" };
  } catch {
    return { words: null, loggedOut: false }; // no network: the item waits again
  }
}
