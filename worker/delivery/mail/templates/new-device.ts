import { type Frame, type Letter, letter } from "./letter.ts";

export interface NewDevice {
  /** Formatted in the member's language. */
  when: string;
  device: string;
  country: string | null;
  reset: string;
  devices: string;
}

/** Never names the IP address. */
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
