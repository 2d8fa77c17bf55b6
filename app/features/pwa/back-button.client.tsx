"use client";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";

/** The installed app has no browser around it: its own way back, where there is somewhere to go back to. */
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
