/** Web views of other apps have no storage (null), and browsers may refuse it with an exception. Nothing is stored then. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

function createStorage(name: "localStorage" | "sessionStorage") {
  return {
    /** Null if the value is missing or is not JSON. */
    read: <T>(key: string) => attempt(() => JSON.parse(globalThis[name].getItem(key) as string) as T | null) ?? null,
    /** False if it was not stored. */
    keep: (key: string, value: unknown) =>
      attempt(() => {
        globalThis[name].setItem(key, JSON.stringify(value));
        return true;
      }) ?? false,
    drop: (key: string) => attempt(() => globalThis[name].removeItem(key)),
    keys: (prefix: string) => attempt(() => Object.keys(globalThis[name]).filter((key) => key.startsWith(prefix))) ?? [],
  };
}

/** Shared by all tabs. */
export const deviceStorage = createStorage("localStorage");
/** Of one tab. */
export const tabStorage = createStorage("sessionStorage");

type OnUpgrade = (database: IDBDatabase, upgrade: IDBTransaction) => void;

/** Rejects where the browser has no databases. */
/** At the version that it has: an older tab keeps its connection. `onUpgrade` makes the stores of a new one. */
export function openDatabase(name: string, onUpgrade: OnUpgrade): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => onUpgrade(request.result, request.transaction as IDBTransaction);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // The log-out of another tab deletes the database.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

export const deleteDatabase = (name: string) => attempt(() => indexedDB.deleteDatabase(name));

/** Null where tabs cannot reach each other. */
export const channelOf = (name: string) => attempt(() => new BroadcastChannel(name)) ?? null;

/** Undefined where the browser has none or refuses it. */
export const cacheStorage = () => attempt(() => globalThis.caches);

/** Undefined where the browser has none or refuses it. */
export const serviceWorkers = () => attempt(() => navigator.serviceWorker);

/** Undefined without a service worker. */
export const workerRegistration = async () =>
  serviceWorkers()
    ?.getRegistration()
    .catch(() => undefined);

/** Runs the work at once where there are no locks (without https) or the browser refuses one. */
export async function exclusively(name: string, work: () => Promise<void>): Promise<void> {
  let begun = false;
  const once = () => {
    begun = true;
    return work();
  };
  try {
    await (attempt(() => navigator.locks)?.request(name, once) ?? once());
  } catch (error) {
    if (begun) throw error;
    await work();
  }
}
