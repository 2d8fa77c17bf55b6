/** A client component or server function as server components see it: a reference, not the code. */
export type Reference = ((...args: never[]) => unknown) & { $$typeof: symbol; $$id: string };

/** Placeholders of references in HTML, and their rows in the payload. React writes those without a row. */
export type Known = WeakMap<Reference, { value: unknown; component: unknown; row: string | null }>;

const CLIENT = Symbol.for("react.client.reference");
const SERVER = Symbol.for("react.server.reference");

export function isClientReference(value: unknown): value is Reference {
  return typeof value === "function" && (value as Reference).$$typeof === CLIENT;
}

export function isServerReference(value: unknown): value is Reference {
  return typeof value === "function" && (value as Reference).$$typeof === SERVER;
}

export function moduleOf(reference: Reference): string {
  return reference.$$id.split("#")[0] as string;
}
