import { LANDERS } from "#worker/sites/domains/words.vocabulary.ts";

/** Pages that links of partners lead to, as the figures name them. */
const LANDING_PAGES = ["front", ...LANDERS, "member-landing", "member-landing2", "member-landing3"] as const;
type LandingPage = (typeof LANDING_PAGES)[number];

/** Undefined for any other page. */
export function landerOfPath(path: string): LandingPage | undefined {
  const [, first = "", second = "", third = ""] = (path.split("?")[0] ?? "").split("/");
  if (first === "" && second === "") return "front";
  const name = first === "landers" ? second : first === "members" && third.startsWith("landing") ? `member-${third}` : "";
  return isLandingPage(name) ? name : undefined;
}

export function isLandingPage(name: string): name is LandingPage {
  return (LANDING_PAGES as readonly string[]).includes(name);
}
