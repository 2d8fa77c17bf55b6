/** Ends a command with a reason. */
export function fail(text: string): never {
  console.error(`\n✖ ${text}\n`);
  process.exit(1);
}

/** What `work` returns; what it throws is the reason to end with. */
export function orFail<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** UTC, to the second. */
export function time(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** `anna@example.org` as `a…@example.org`. */
export function masked(address: string): string {
  return address.replace(/^(.)[^@]*@/, "$1…@");
}

/** Runs a command's work. What it refuses is one line, not a stack. */
export async function refusing(work: () => Promise<void>, known: (error: unknown) => string | null): Promise<void> {
  try {
    await work();
  } catch (error) {
    const text = known(error);
    if (text === null) throw error;
    fail(text);
  }
}
