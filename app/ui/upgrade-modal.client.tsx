"use client";
import { useEffect } from "react";

/** Makes a dialog that the server opened a true modal, and lets Esc do what its close button does. */
export function UpgradeModal({ id }: { id: string }) {
  useEffect(() => {
    const dialog = document.getElementById(id);
    if (!(dialog instanceof HTMLDialogElement) || !dialog.open) return;
    // Not by close(): its event would be taken for the reader's own.
    dialog.removeAttribute("open");
    dialog.showModal();
    const closed = () => {
      const form = document.getElementById(`${id}-close`);
      if (form instanceof HTMLFormElement && form.getAttribute("method") !== "dialog") form.requestSubmit();
    };
    dialog.addEventListener("close", closed);
    return () => dialog.removeEventListener("close", closed);
  }, [id]);
  return null;
}
