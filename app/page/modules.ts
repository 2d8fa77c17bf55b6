/** Modules that a payload named and that are still loading. */
const loading = new Set<Promise<unknown>>();

/** Lets payloads wait for what `load` begins. */
export function watchedLoad<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    const loaded = load();
    loading.add(loaded);
    const end = () => loading.delete(loaded);
    loaded.then(end, end);
    return loaded;
  };
}

/** Resolves once no module is loading: a page that waits for one would hold back all its updates. */
export async function modulesLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.allSettled(loading);
}
