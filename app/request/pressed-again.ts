import { AppError } from "#worker/platform/errors.ts";

/** Awaits the press of a mail's link. A second press within its life is no error: the page says that it worked. */
export async function orUsed<T>(press: Promise<T>, look: () => Promise<{ state: string }>): Promise<T | null> {
  try {
    return await press;
  } catch (error) {
    if (error instanceof AppError && error.code === "link_expired" && (await look()).state === "used") return null;
    throw error;
  }
}
