export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash: false after the same work. */
  verify(phc: string | null, password: string): Promise<boolean>;
  /** For a hash of another system the slow part of `verify`, which takes the result; else both as they are. */
  comparable(phc: string | null, password: string): Promise<Comparable>;
}

interface Comparable {
  phc: string | null;
  text: string;
}
