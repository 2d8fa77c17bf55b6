"use client";
import { useEffect } from "react";

/** A form's answer that is another view begins at its heading: that gets the focus, and so is in view and read out. */
export function BeginHere({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return null;
}
