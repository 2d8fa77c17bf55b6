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
    subject: t("mails.new_device.subject", { site }),
    title: t("mails.new_device.title"),
    paragraphs: [
      t("mails.new_device.intro", { site }),
      country ? t("mails.new_device.facts", { when, device, country }) : t("mails.new_device.facts_nowhere", { when, device }),
      t("mails.new_device.you"),
      t("mails.new_device.not_you"),
    ],
    button: { label: t("mails.new_device.button"), link: reset },
    after: [],
    instead: { label: t("mails.new_device.devices"), link: devices },
  });
}
