"use client";
import { Button } from "#app/ui/button.tsx";

export function PrintButton({ label }: { label: string }) {
  return (
    <Button onClick={() => print()} type="button" variant="secondary">
      {label}
    </Button>
  );
}
