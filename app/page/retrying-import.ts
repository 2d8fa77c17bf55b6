/** In ms: delay before the second attempt while the browser says that it is online. */
const SECOND_ATTEMPT = 1_000;

/**
 * Loads a module that a page needs. Offline it waits for the network: React keeps the shown page meanwhile, where a rejection
 * would show the error page. Online it tries twice: after a deploy the file may be gone. @throws what `import()` throws
 */
export async function retryingImport<T>(load: () => Promise<T>): Promise<T> {
  for (let online = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
      else if (online++ > 0) throw error;
      else await new Promise((resolve) => setTimeout(resolve, SECOND_ATTEMPT));
    }
  }
}
