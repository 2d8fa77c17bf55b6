import type { Element } from "#tests/setup/html.ts";

/** What somebody has opened, with what opens it. */
export type Unfolded = ReadonlyMap<Element, Element>;

const UNSEEN = ["script", "style", "template"];

/** Whether HTML alone hides this element until somebody opens what holds it, in a browser without scripts. */
function isHidden(one: Element, unfolded: Unfolded): boolean {
  if (unfolded.has(one)) return false;
  const closed = one.has("popover") || (one.tag === "dialog" && !one.has("open"));
  if (closed || one.has("hidden") || UNSEEN.includes(one.tag)) return true;
  const { parent } = one;
  return parent?.tag === "details" && one.tag !== "summary" && !parent.has("open") && !unfolded.has(parent);
}

export function isSeen(one: Element, unfolded: Unfolded): boolean {
  return !one.closest((outer) => isHidden(outer, unfolded));
}

/** Text without white space at its ends. */
export function seenText(element: Element, unfolded: Unfolded): string {
  const seen = element.children.filter((child) => typeof child === "string" || !isHidden(child, unfolded));
  const parts = seen.map((child) => (typeof child === "string" ? child : seenText(child, unfolded)));
  return parts.join(" ").replace(/\s+/g, " ").trim();
}

/** What a popover's or dialog's button, or a summary, opens. */
export function openedBy(opener: Element, root: Element): Element | undefined {
  if (opener.tag === "summary") return opener.parent ?? undefined;
  const id = opener.get("popovertarget") ?? opener.get("commandfor");
  return id ? root.find((one) => one.get("id") === id)[0] : undefined;
}
