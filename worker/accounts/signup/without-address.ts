/** In place of the address of an account whose typed one is another's. Unique, and no valid address. */
export function noAddress(id: string): string {
  return `without ${id}`;
}

export function hasAddress({ email }: { email: string }): boolean {
  return email.includes("@");
}
