const ATTEMPTS = 3;

/** Retries only failures that the runtime marks as retryable and not as overload. */
export async function callObject<T extends Rpc.DurableObjectBranded | undefined, R>(
  namespace: DurableObjectNamespace<T>,
  name: string,
  call: (object: DurableObjectStub<T>) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A stub stays broken after a failure; each attempt needs a new one.
      return await call(namespace.get(namespace.idFromName(name)));
    } catch (error) {
      const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
      if (attempt >= ATTEMPTS || !retryable || overloaded) throw error;
    }
  }
}
