import { type Frame, type Letter, letter } from "./letter.ts";

/** To the uploader. It names nobody: the notice is not the uploader's to see. */
export function pictureHiddenMail(frame: Frame, { reference, link }: { reference: string; link: string }): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.picture_hidden.subject", { site }),
    title: t("mail.letters.picture_hidden.title"),
    paragraphs: [
      t("mail.letters.picture_hidden.intro"),
      t("mail.letters.picture_hidden.program"),
      t("mail.letters.picture_hidden.object", { reference }),
    ],
    button: { label: t("mail.letters.picture_hidden.button"), link },
    after: [t("mail.letters.picture_hidden.then")],
  });
}
