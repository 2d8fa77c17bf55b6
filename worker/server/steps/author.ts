import { requireAuthor } from "#worker/platform/author.ts";
import { isSafe } from "#worker/platform/methods.ts";
import type { Step } from "./step.ts";

/** A page that asks for more is a page of this member. Writes name their member in the form: `app/request/author.ts`. */
export const author: Step = async ({ var: { edge } }, next) => {
  if (isSafe(edge.method)) await requireAuthor(edge.author, edge);
  return next();
};
