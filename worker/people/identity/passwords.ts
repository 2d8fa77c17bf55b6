export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash: false after the same work. */
  verify(phc: string | null, password: string): Promise<boolean>;
}
