/** A client component or server function as server components see it: a reference, not the code. */
export type Reference = ((...args: never[]) => unknown) & { $$typeof: symbol; $$id: string };

/** What stands for a reference in HTML, and its row in the payload. React writes those without a row. */
export interface Client {
  reference: Reference;
  value: unknown;
  component: unknown;
  row: string | null;
}

/** By reference, and by what stands for it in HTML. */
export type Known = WeakMap<object, Client>;

const CLIENT = Symbol.for("react.client.reference");
const SERVER = Symbol.for("react.server.reference");

export function know(known: Known, client: Client): void {
  for (const one of [client.reference, client.value, client.component])
    if (typeof one === "function" || (typeof one === "object" && one !== null)) known.set(one, client);
}

export function isClientReference(value: unknown): value is Reference {
  return typeof value === "function" && (value as Reference).$$typeof === CLIENT;
}

export function isServerReference(value: unknown): value is Reference {
  return typeof value === "function" && (value as Reference).$$typeof === SERVER;
}

export function moduleOf(reference: Reference): string {
  return reference.$$id.split("#")[0] as string;
}
