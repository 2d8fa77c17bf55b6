"use client";
import { type ComponentType, startTransition, useEffect, useState } from "react";
import { beginWait } from "#app/ui/busy.ts";
import type { ReportModalProps, ReportModalViewProps } from "./report-modal-view.client.tsx";
import { REPORT_PAGE } from "./report-page.shared.ts";

interface Opened {
  about: ReportModalViewProps["about"];
  View: ComponentType<ReportModalViewProps>;
}

/** A press on a link to the report page opens a dialog; with a modifier key it stays a link. */
export function ReportModal(props: ReportModalProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const open = async (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>(`a[href^="${REPORT_PAGE}?"]`);
      const held = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (!link || held) return;
      event.preventDefault();
      event.stopPropagation();
      // The focus goes back to what opened the menu, and so does the dialog's when it closes.
      link.closest<HTMLElement>("[popover]")?.hidePopover();
      const query = new URL(link.href).searchParams;
      const about = {
        kind: query.get("kind") ?? "",
        object: query.get("object") ?? "",
        author: query.get("author") ?? undefined,
      };
      const end = beginWait();
      const view = await import("./report-modal-view.client.tsx").catch(() => null);
      end();
      // A transition waits for the style sheet.
      if (view) startTransition(() => setOpened({ about, View: view.ReportModalView }));
      else location.assign(link.href);
    };
    // Before the router, which listens on the document.
    window.addEventListener("click", open, { capture: true });
    return () => window.removeEventListener("click", open, { capture: true });
  }, []);
  return opened && <opened.View {...props} about={opened.about} />;
}
