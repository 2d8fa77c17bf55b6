import type { Page } from "playwright";
import { expect } from "vitest";

/** Records until the meter has moved, and hears what was recorded. */
export async function record(page: Page, start: string): Promise<void> {
  await page.getByRole("button", { name: start }).click();
  await page.getByText("Recording. Say what you like.").waitFor();
  await expect.poll(() => page.locator("meter").evaluate((meter: HTMLMeterElement) => meter.value)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByRole("button", { name: "Record again" }).waitFor();
}

/** The time at which the page's player is, in seconds. */
export const heard = (page: Page) =>
  page.locator("audio[data-voice]").evaluate((audio: HTMLAudioElement) => (audio.error ? -1 : audio.currentTime));
