import { beginWait, endAllWaits, isBusy, waitCount, watchBusy } from "./busy.ts";

/** In ms between a response and the navigation: a press within it is a double press. */
const PAUSE = 500;
/** In ms: a download or a missing response must not lock the form. */
const GIVE_UP = 30_000;

/**
 * Blocks a second submit while the first is pending and marks its buttons busy. Skips forms with an island or `data-
 * repeats`.
 */
export function preventDoubleSubmit(): void {
  const held = new Map<HTMLFormElement, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = 0;
  const release = () => {
    for (const free of held.values()) free();
    held.clear();
  };
  watchBusy(() => {
    clearTimeout(timer);
    if (!isBusy()) timer = setTimeout(release, PAUSE);
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    endAllWaits();
    release();
  });
  // Input starts a new attempt.
  addEventListener("input", () => isBusy() || release(), { capture: true });
  addEventListener(
    "submit",
    (event) => {
      before = waitCount();
      if (!held.has(event.target as HTMLFormElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
  // Registered last: other listeners have already handled or prevented the submit.
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const byBrowser = !event.defaultPrevented && form.method === "post" && (!form.target || form.target === "_self");
    if (byBrowser) setTimeout(beginWait(), GIVE_UP);
    if (form.dataset.repeats === undefined && (byBrowser || waitCount() > before)) held.set(form, hold(form));
  });
}

function hold(form: HTMLFormElement): () => void {
  const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement && one.type === "submit");
  const marked = buttons.filter((button) => !button.hasAttribute("aria-disabled"));
  form.setAttribute("aria-busy", "true");
  for (const button of marked) button.setAttribute("aria-disabled", "true");
  return () => {
    form.removeAttribute("aria-busy");
    for (const button of marked) button.removeAttribute("aria-disabled");
  };
}
