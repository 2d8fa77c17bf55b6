/** Safari on iOS offers push to installed apps only. Self-contained, without line comments: scripts.ts inlines its source. */
export function supportOf(): "asking" | "hidden" | "install" {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)
    return Notification.permission === "denied" ? "hidden" : "asking";
  const touchMac = navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1;
  return /iPhone|iPad/.test(navigator.userAgent) || touchMac ? "install" : "hidden";
}
