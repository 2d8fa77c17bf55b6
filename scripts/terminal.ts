export function fail(text: string): never {
  console.error(`\n✖ ${text}\n`);
  process.exit(1);
}

/** Ends the command with the error as its reason. */
export function orFail<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Null unless the text is a whole number from 1 to 1000. */
export function limitFrom(text: string): number | null {
  const wanted = Number(text);
  return Number.isInteger(wanted) && wanted > 0 && wanted <= 1000 ? wanted : null;
}

/** UTC, to the second. */
export function time(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace("T", " ");
}

/** `anna@example.org` becomes `a…@example.org`. */
export function masked(address: string): string {
  return address.replace(/^(.)[^@]*@/, "$1…@");
}

/** Null for an error that names no file. */
export function fileProblem(error: unknown): string | null {
  const { code, path } = error as NodeJS.ErrnoException;
  return code !== undefined && path !== undefined ? `Cannot use ${path} (${code}).` : null;
}

/** Prints a known error as one line without a stack. */
export async function refusing(
  work: () => Promise<void>,
  known: (error: unknown) => string | null | Promise<string | null>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const text = await known(error);
    if (text === null) throw error;
    fail(text);
  }
}
