import type { WaitingKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { type Frame, type Letter, letter } from "./letter.ts";
import { afterOf, type NotificationContent, namesIn } from "./notification.ts";

export interface DigestContent extends Pick<NotificationContent, "link" | "logsIn" | "unsubscribe"> {
  parts: readonly DigestPart[];
}

/** `count` is of conversations, members or searches. */
interface DigestPart extends Pick<NotificationContent, "who" | "more"> {
  kind: WaitingKind;
  count: number;
}

/** Several kinds of news in one mail. As in the mails of one kind, subject and preview name nobody. */
export function digestMail(frame: Frame, { parts, link, logsIn, unsubscribe }: DigestContent): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.digest.subject", { site }),
    title: t("mail.letters.digest.title"),
    paragraphs: [
      t("mail.letters.digest.intro", { site }),
      ...parts.map(({ kind, count, who, more }) =>
        t(`mail.letters.digest.kinds.${kind}`, { count, names: namesIn(frame, who, more) }),
      ),
    ],
    button: { label: t("mail.letters.digest.button"), link },
    after: afterOf(frame, logsIn),
    unsubscribe,
  });
}
