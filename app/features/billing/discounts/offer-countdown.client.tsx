"use client";
import { useCallback, useEffect } from "react";
import { watchUser } from "#app/live/live.client.ts";
import { Countdown, type CountdownProps } from "#app/ui/countdown.client.tsx";

export type OfferCountdownProps = Omit<CountdownProps, "onEnd"> & {
  offer: string;
  /** Only watches: the date stands beside it. */
  far?: boolean;
};

export function OfferCountdown({ offer, far, ...countdown }: OfferCountdownProps) {
  const end = useCallback(() => {
    const element = document.getElementById(offer);
    if (element instanceof HTMLDialogElement) element.close();
    if (element) element.hidden = true;
  }, [offer]);
  useEffect(() => watchUser(({ active_discount }) => active_discount || end()), [end]);
  return far ? null : <Countdown {...countdown} onEnd={end} />;
}
