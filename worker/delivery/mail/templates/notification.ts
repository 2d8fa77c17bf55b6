import type { Key } from "#locales/index.ts";
import type { WaitingTemplate } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { LIFETIME } from "#worker/people/links/vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

/** A member, or a saved search of the reader. */
export interface Who {
  name: string;
  fictional: boolean;
  /** What is told was written by staff. */
  byStaff: boolean;
}

export interface NotificationContent {
  who: readonly Who[];
  more: boolean;
  link: string;
  /** The link logs in, once. */
  logsIn: boolean;
  unsubscribe: string;
}

/** A locked screen shows subject and preview: both name nobody. The mail never quotes a message. */
export function notificationMail(
  frame: Frame,
  texts: WaitingTemplate,
  { who, more, link, logsIn, unsubscribe }: NotificationContent,
): Letter {
  const { t, site } = frame;
  const say = (part: string, values?: Record<string, string>) => t(`mail.letters.${texts}.${part}` as Key, values);
  return letter(frame, {
    subject: say("subject", { site }),
    title: say("title"),
    paragraphs: [say("intro", { site }), say("names", { names: namesIn(frame, who, more) })],
    button: { label: say("button"), link },
    after: afterOf(frame, logsIn),
    unsubscribe,
  });
}

export function namesIn({ t, fictional }: Frame, who: readonly Who[], more: boolean): string {
  const labelOf = ({ byStaff }: Who) => (byStaff ? `${fictional} · ${t("chat.byStaff.mark")}` : fictional);
  const names = who.map((one) => (one.fictional ? `${one.name} (${labelOf(one)})` : one.name));
  const list = new Intl.ListFormat(t.language, { type: "conjunction" });
  return list.format(more ? [...names, t("mail.letters.notification.others")] : names);
}

export function afterOf({ t }: Frame, logsIn: boolean): string[] {
  return logsIn ? [t("mail.letters.notification.logs_in", { days: LIFETIME.login / DAY })] : [];
}
