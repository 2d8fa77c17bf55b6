import { isSafe } from "#worker/platform/methods.ts";

/** In ms: the session may end while a slow body arrives, so the viewer is read again. */
const LOOK_AGAIN_AFTER = 1_000;

export interface ViewerLookup<V> {
  current(): Promise<V | null>;
  /** A viewer that may be out of date; null if the current one was read already. */
  cached(): Promise<V | null>;
  forget(): void;
  /** Once, after a slow body of a write, drops the viewer. True if dropped. */
  recheck(): boolean;
}

export function createViewerLookup<V>(
  request: Request,
  find: () => Promise<V | null>,
  findCached: () => Promise<V | null> = async () => null,
): ViewerLookup<V> {
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
    cached: async () => (found ? null : findCached()),
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
