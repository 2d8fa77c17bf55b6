/** In the address of a payment that the member only looks at: nothing is sent, and nobody is led away. */
const LOOK = "look";

/** Of a payment that has ended: an open one goes on at its plain address. */
export function lookPath(payment: string): string {
  return `/transactions/${payment}?${LOOK}`;
}

export function looksOnly({ searchParams }: URL): boolean {
  return searchParams.has(LOOK) || searchParams.has("refund");
}
