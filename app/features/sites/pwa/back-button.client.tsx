"use client";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";

/** Back button of the installed app, which has no browser controls; hidden without history. */
export function BackButton({ label }: { label: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(matchMedia("(display-mode: standalone)").matches && history.length > 1), []);
  if (!shown) return null;
  return (
    <Button icon="back" iconOnly onClick={() => history.back()} type="button" variant="quiet">
      {label}
    </Button>
  );
}
