import type { Notice } from "#worker/billing/payments/provider.ts";

/** Null for a doubled field: signer and reader could each see another value. */
export function singleFields(...parts: Iterable<[string, string]>[]): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const part of parts)
    for (const [name, value] of part) {
      if (fields.has(name)) return null;
      fields.set(name, value);
    }
  return fields;
}

/** The fields of a form or a flat JSON object. Null for another body. */
export function bodyFields({ headers, body }: Notice): [string, string][] | null {
  if (!/^application\/json\b/i.test(headers.get("content-type") ?? "")) return [...new URLSearchParams(body)];
  const names = [...body.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)];
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) return null;
  const entries = Object.entries(read).map(([name, value]): [string, string] => [name, String(value)]);
  // JSON.parse keeps the last of two equal names.
  return names.length === entries.length ? entries : null;
}
