import { formatTime } from "#worker/platform/dates.ts";
import { type Addressee, composeMail, type MailContext, type MailRow, readerFor } from "./compose-mail.ts";
import { eventCancelledMail, eventChangedMail } from "./templates/event.ts";
import type { Frame } from "./templates/letter.ts";

interface Told {
  event: { id: string; title: string; city: string; place: string; startsAt: number; zone: string };
}

/** Part of `createMails`: for those who go to an event. They end with going, so nothing switches them off. */
export const EVENT_MAILS = {
  async eventChanged(ctx: MailContext, to: Addressee & Told): Promise<MailRow> {
    return composeMail(ctx, to, "event_changed", (frame) => eventChangedMail(frame, contentOf(ctx, frame, to)));
  },

  async eventCancelled(ctx: MailContext, to: Addressee & Told): Promise<MailRow> {
    return composeMail(ctx, to, "event_cancelled", (frame) => eventCancelledMail(frame, contentOf(ctx, frame, to)));
  },
};

/** The time by the clock of the town. No link where the site has no events any more. */
function contentOf(ctx: MailContext, frame: Frame, { event: { id, title, city, place, startsAt, zone } }: Told) {
  const when = formatTime(startsAt, { ...readerFor(ctx, frame), zone });
  return { title, where: `${place}, ${city}`, when, link: ctx.domain.features.events ? `${ctx.origin}/events/${id}` : null };
}
