import { LEAVING_REASONS, type LeavingReason } from "#worker/accounts/leaving/leaving.contract.ts";
import type { Features } from "#worker/sites/domains/features.vocabulary.ts";

export type Alternative = "pause" | "profile" | "mails" | "free" | "gratis" | "invisible" | "report" | "help";

const PAGES: Record<Alternative, string> = {
  pause: "/settings/privacy#break",
  profile: "/profile",
  mails: "/settings/notifications",
  free: "/return-policy",
  gratis: "/members",
  invisible: "/settings/privacy",
  report: "/complaints",
  help: "/service",
};

const FITS: Record<LeavingReason, Alternative> = {
  break: "pause",
  found_someone: "pause",
  nobody_fits: "profile",
  too_many_mails: "mails",
  too_expensive: "free",
  privacy: "invisible",
  bad_experience: "report",
  technical: "help",
  something_else: "pause",
};

export function isReason(text: string | undefined): text is LeavingReason {
  return LEAVING_REASONS.some((reason) => reason === text);
}

/** The alternative to a reason. Refunds are offered only if the feature is on. */
export function alternativeTo(
  reason: LeavingReason,
  { refunds }: Pick<Features, "refunds">,
): { name: Alternative; href: string } {
  const fit = FITS[reason];
  const name = fit === "free" && !refunds ? "gratis" : fit;
  return { name, href: PAGES[name] };
}
