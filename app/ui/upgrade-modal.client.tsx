"use client";
import { useEffect } from "react";

/** Upgrades a server-opened dialog to a modal; Esc then acts like its close button. */
export function UpgradeModal({ id }: { id: string }) {
  useEffect(() => {
    const dialog = document.getElementById(id);
    if (!(dialog instanceof HTMLDialogElement) || !dialog.open) return;
    // Not close(): its event would count as the reader's.
    dialog.removeAttribute("open");
    dialog.showModal();
    // React writes no `autofocus` in the browser. A dialog begins at its title, not at its close button.
    if (!dialog.querySelector("[autofocus]")) document.getElementById(`${id}-title`)?.focus();
    const closed = () => {
      const form = document.getElementById(`${id}-close`);
      if (form instanceof HTMLFormElement && form.getAttribute("method") !== "dialog") form.requestSubmit();
    };
    dialog.addEventListener("close", closed);
    return () => dialog.removeEventListener("close", closed);
  }, [id]);
  return null;
}
