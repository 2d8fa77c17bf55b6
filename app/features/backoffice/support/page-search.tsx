import { OWN_ACCOUNT, pagesOf, queueCounts } from "#app/features/backoffice/staff/pages.ts";
import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { contract } from "#worker/backoffice/support/support.contract.ts";
import { staffEdge } from "#worker/server/edge/edge.ts";
import { Palette } from "./palette.client.tsx";

const SEARCH = "/staff/members";
const PATHS = { find: contract.findMembers.path, lines: contract.memberLines.path, file: `${SEARCH}/` };

/** The search from any page; without scripts a link to the page of members. */
export async function PageSearch() {
  const { viewer } = staffEdge();
  // The desk has two pages and no search for members.
  if (!viewer || viewer.role === "desk") return null;
  const counts = await queueCounts();
  const pages = pagesOf(viewer.role).map(({ href, label, kind }) => {
    const waiting = counts.find((one) => one.kind === kind)?.waiting;
    return { href, label, kind, note: waiting ? WORDS.clock.waiting.replace("#", `${waiting}`) : "" };
  });
  const all = [...pages, { href: OWN_ACCOUNT, label: WORDS.account, note: "" }];
  const { hint, hintModeration, ...words } = WORDS.palette;
  const own = viewer.role === "moderator" ? hintModeration : hint;
  return <Palette pages={all} paths={PATHS} searchPage={SEARCH} words={{ ...words, hint: own }} />;
}
