/** A client component or server function as server components see it: a reference, not the code. */
export type Reference = ((...args: never[]) => unknown) & { $$typeof: symbol; $$id: string };

/** What stands for a reference in HTML. */
interface Client {
  value: unknown;
  component: unknown;
}

export type Known = Map<Reference, Client>;

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
