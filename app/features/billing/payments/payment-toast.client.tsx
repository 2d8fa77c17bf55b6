"use client";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { tabStorage } from "#app/ui/storage.ts";
import { Toast, ToastRegion } from "#app/ui/toast.tsx";

export interface PaymentToastProps {
  payment: string;
  /** Completed within the last minute. */
  fresh: boolean;
  text: string;
  dismiss: string;
}

export function PaymentToast({ payment, fresh, text, dismiss }: PaymentToastProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (fresh && firstTime(payment)) setShown(true);
  }, [fresh, payment]);
  return (
    <ToastRegion label={text}>
      {shown && (
        <Toast
          dismiss={
            <Button icon="close" iconOnly onClick={() => setShown(false)} type="button" variant="quiet">
              {dismiss}
            </Button>
          }
          tone="success"
        >
          {text}
        </Toast>
      )}
    </ToastRegion>
  );
}

function firstTime(payment: string): boolean {
  const key = `paid-${payment}`;
  const isKnown = tabStorage.read(key) !== null;
  // Without storage the minute alone limits the toast.
  tabStorage.keep(key, 1);
  return !isKnown;
}
