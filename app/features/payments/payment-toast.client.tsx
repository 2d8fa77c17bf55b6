"use client";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
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
  try {
    const key = `paid-${payment}`;
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
  } catch {
    // Without storage the minute alone limits the toast.
  }
  return true;
}
