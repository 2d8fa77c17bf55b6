"use client";
import { useCallback } from "react";
import { Countdown, type CountdownProps } from "#app/ui/countdown.client.tsx";

export type OfferCountdownProps = Omit<CountdownProps, "onEnd"> & {
  offer: string;
};

export function OfferCountdown({ offer, ...countdown }: OfferCountdownProps) {
  const end = useCallback(() => {
    const element = document.getElementById(offer);
    if (element instanceof HTMLDialogElement) element.close();
    else if (element) element.hidden = true;
  }, [offer]);
  return <Countdown {...countdown} onEnd={end} />;
}
