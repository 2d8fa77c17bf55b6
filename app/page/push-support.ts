declare global {
  interface Window {
    __PERMISSION?: Promise<NotificationPermission>;
  }
}

/** Safari on iOS offers push to installed apps only. Self-contained: scripts.ts inlines its source. */
export function supportOf(): "asking" | "hidden" | "install" {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)
    return Notification.permission === "denied" ? "hidden" : "asking";
  const touchMac = navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1;
  return /iPhone|iPad/.test(navigator.userAgent) || touchMac ? "install" : "hidden";
}

/** For a press before hydration. Safari and Firefox refuse a question that does not follow a press. */
export function requestBeforeHydration(): void {
  addEventListener("click", ({ target }) => {
    const pressed = (target as Element).closest("[data-strip][data-push] [type=button]");
    if (pressed) window.__PERMISSION ??= Notification.requestPermission();
  });
}
