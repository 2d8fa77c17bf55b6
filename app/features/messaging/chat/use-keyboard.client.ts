import { useEffect } from "react";

/** Keeps the field above the on-screen keyboard, which covers the page without a change of its height. */
export function useKeyboard(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const { style } = document.documentElement;
    const fit = () => {
      // A pinch makes the visible part smaller as well.
      const covered = view.scale > 1 ? 0 : Math.max(0, Math.round(innerHeight - view.height));
      style.setProperty("--keyboard", `${covered}px`);
      if (covered > 0) scrollTo(0, 0);
    };
    view.addEventListener("resize", fit);
    return () => {
      view.removeEventListener("resize", fit);
      style.removeProperty("--keyboard");
    };
  }, []);
}
