import { isSafe } from "../lib/methods.ts";

/** A write whose body took longer (ms) looks its session up again: it may have ended meanwhile. */
const LOOK_AGAIN_AFTER = 1_000;

/** The viewer of one request, looked up when it is first needed. */
export interface ViewerLookup<V> {
  current(): Promise<V | null>;
  /** Makes the next `current` look again. */
  forget(): void;
  /** Forgets the viewer, once, after the body of a write took long. True where it did. */
  recheck(): boolean;
}

export function createViewerLookup<V>(request: Request, find: () => Promise<V | null>): ViewerLookup<V> {
  let lookedAt = Date.now();
  let found: Promise<V | null> | undefined;
  let bodyWasRead = false;
  return {
    current() {
      if (!found) {
        lookedAt = Date.now();
        found = find();
      }
      return found;
    },
    forget() {
      found = undefined;
    },
    recheck() {
      if (bodyWasRead || isSafe(request.method) || !(request.bodyUsed || request.body?.locked)) return false;
      bodyWasRead = true;
      if (Date.now() - lookedAt <= LOOK_AGAIN_AFTER) return false;
      found = undefined;
      return true;
    },
  };
}
