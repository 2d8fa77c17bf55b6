/** `unreachable` and `older` concern the download, all others the list itself. */
export type ListProblem =
  | "unreachable"
  | "too_long"
  | "unreadable"
  | "unsigned"
  | "other_signer"
  | "other_list"
  | "empty"
  | "expired"
  | "older";

/** The code stands on the status page of the staff. */
export class ListError extends Error {
  readonly problem: ListProblem;
  readonly code: string;
  constructor(problem: ListProblem, what: string) {
    super(what);
    this.problem = problem;
    this.code = `age_list_${problem}`;
  }
}
