import { finish } from "#worker/server/edge/headers.ts";
import { answerCalendar, calendarPath } from "#worker/server/endpoints/calendar.endpoint.ts";
import { answerDownload } from "#worker/server/endpoints/download.endpoint.ts";
import { pathOf, type Step } from "./step.ts";

/** Files: a member's archive of their own data, and an event for a calendar. */
export const download: Step = async ({ req, var: { edge } }, next) => {
  const path = pathOf(req);
  const event = calendarPath(path);
  if (event) return finish(await answerCalendar(req.raw, event, edge), edge);
  return path.startsWith("/download/") ? finish(await answerDownload(req.raw, edge), edge) : next();
};
