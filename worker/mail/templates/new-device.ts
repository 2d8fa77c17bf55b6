import { type Frame, type Letter, letter } from "./letter.ts";

export interface NewDevice {
  /** Written out in the member's language. */
  when: string;
  device: string;
  country: string | null;
  /** Where a new password is chosen, and where the devices are listed. */
  reset: string;
  devices: string;
}

/** Somebody has logged in on a device that the account had never been on. Never says from which address. */
export function newDeviceMail(frame: Frame, { when, device, country, reset, devices }: NewDevice): Letter {
  const { t, site } = frame;
  return letter(frame, {
    subject: t("mail.letters.new_device.subject", { site }),
    title: t("mail.letters.new_device.title"),
    paragraphs: [
      t("mail.letters.new_device.intro", { site }),
      country
        ? t("mail.letters.new_device.facts", { when, device, country })
        : t("mail.letters.new_device.facts_nowhere", { when, device }),
      t("mail.letters.new_device.you"),
      t("mail.letters.new_device.not_you"),
    ],
    button: { label: t("mail.letters.new_device.button"), link: reset },
    after: [],
    instead: { label: t("mail.letters.new_device.devices"), link: devices },
  });
}
