import type { ErrorBody } from "#worker/lib/errors.ts";

/** Null when it is done. `words`: what is wrong with them; null for another refusal and without a response. */
export async function post(path: string, input: Record<string, string>): Promise<{ words: string | null } | null> {
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
    return { words: error.fields?.find(({ field }) => field === "words")?.message ?? null };
  } catch {
    return { words: null }; // no network: the item waits again
  }
}
