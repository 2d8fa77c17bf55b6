import type { z } from "zod";

/** Null without a binding. A malformed one throws: a shop that sells without its provider would go unnoticed. */
export function credentialsOf<T>(env: object, provider: string, domain: string, schema: z.ZodType<T>): T | null {
  const name = `PAYMENT_${provider}_${domain}`.toUpperCase().replaceAll("-", "_");
  const bound: unknown = Object.hasOwn(env, name) ? (env as Record<string, unknown>)[name] : undefined;
  if (bound === undefined) return null;
  const parsed = schema.safeParse(readJson(bound));
  // The cause would quote the secret.
  if (!parsed.success) throw new Error(`${name} is not what docs/operating/payments.md asks for`);
  return parsed.data;
}

export function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
