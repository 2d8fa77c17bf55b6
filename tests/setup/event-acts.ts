import { HOUR } from "#worker/platform/durations.ts";
import type { Tools } from "./program-acts.ts";

const SITE = "liaison";

/** Of next week. */
function meeting() {
  const day = new Date(Date.now() + 7 * 24 * HOUR).toISOString().slice(0, 10);
  const where = { town: "NL-NH/Haarlem", place: "The fountain", starts: `${day}T10:00`, ends: `${day}T12:00` };
  return { title: "A walk", text: "We walk.", language: "en", ...where };
}

/** Acts about events. */
export function eventActs<A>({ simple, backendOf }: Pick<Tools<A>, "simple" | "backendOf">) {
  const about = (status: "draft" | "published", action: string) =>
    simple(async (ctx) => {
      const { id } = await backendOf(ctx).addSiteEvent({ site: SITE, status, ...meeting() });
      return [{ id }, action, "deployment", SITE];
    });
  return {
    addSiteEvent: simple(async () => [{ site: SITE, status: "draft", ...meeting() }, "add event", "deployment", SITE]),
    changeSiteEvent: simple(async (ctx) => {
      const { id } = await backendOf(ctx).addSiteEvent({ site: SITE, status: "draft", ...meeting() });
      const version = (await backendOf(ctx).siteEvents({})).events.find((one) => one.id === id)?.version ?? 0;
      return [{ id, version, status: "draft", ...meeting() }, "change event", "deployment", SITE];
    }),
    cancelSiteEvent: about("published", "cancel event"),
    removeSiteEvent: about("draft", "delete event"),
  };
}
