import type { Key } from "#locales/index.ts";
import { type Frame, type Letter, letter } from "./letter.ts";

/** Who is the reason for a mail. */
interface Who {
  name: string;
  fictional: boolean;
}

export interface News {
  who: readonly Who[];
  /** There are others than those named. */
  more: boolean;
  link: string;
  /** Where this type of mail is stopped. */
  unsubscribe: string;
}

type Texts = "unread_message" | "new_like" | "new_match";

/**
 * Something waits on the site. The subject and the first words, which a locked screen shows, say no more than that; names
 * come after, and what was written does not come at all.
 */
export function newsMail(frame: Frame, texts: Texts, { who, more, link, unsubscribe }: News): Letter {
  const { t, site, fictional } = frame;
  const say = (part: string, values?: Record<string, string>) => t(`mail.letters.${texts}.${part}` as Key, values);
  const names = who.map((one) => (one.fictional ? `${one.name} (${fictional})` : one.name));
  const list = new Intl.ListFormat(t.language, { type: "conjunction" });
  const said = list.format(more ? [...names, t("mail.letters.news.others")] : names);
  return letter(frame, {
    subject: say("subject", { site }),
    title: say("title"),
    paragraphs: [say("intro", { site }), say("names", { names: said })],
    button: { label: say("button"), link },
    after: [],
    unsubscribe,
  });
}
