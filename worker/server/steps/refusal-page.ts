import type { AppError } from "#worker/platform/errors.ts";
import { plainPage } from "#worker/server/api/plain-page.ts";
import type { Edge } from "#worker/server/edge/edge.ts";

type PageTexts = Pick<Edge, "language" | "t" | "nonce">;

/** The error in the visitor's language, with a link to the front page. */
export function refusalPage({ status, code }: AppError, edge: PageTexts): Response {
  return plainPage(status, edge.language, edge.t(`errors.${code}`), homeLink(edge), edge.nonce);
}

export function homeLink({ t }: Pick<Edge, "t">): string {
  return `<a href="/">${t("error.home")}</a>`;
}
