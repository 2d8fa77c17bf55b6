/** Hashing and comparing, with the pepper bound. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** False after the same work if there is no hash to compare with. */
  verify(phc: string | null, password: string): Promise<boolean>;
}
