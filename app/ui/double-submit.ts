import { beginWait, endAllWaits, isBusy, PAUSE, waitCount, watchBusy } from "./busy.ts";

/** In ms: a download or a missing response must not lock the form. */
const GIVE_UP = 30_000;

/** Blocks a second submit while the first is pending. Skips forms with an island or `data-repeats`. */
export function preventDoubleSubmit(): void {
  const locked = new Map<HTMLFormElement, Locked>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = 0;
  const release = () => {
    for (const { free } of locked.values()) free();
    locked.clear();
  };
  // The same submission within the pause is a double press.
  watchBusy(() => {
    clearTimeout(timer);
    if (!isBusy()) timer = setTimeout(release, PAUSE);
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    endAllWaits();
    release();
  });
  addEventListener("input", () => isBusy() || release(), { capture: true });
  addEventListener(
    "submit",
    (event) => {
      before = waitCount();
      const form = event.target as HTMLFormElement;
      const one = locked.get(form);
      // The response may have put the next step into the same form.
      if (one && !isBusy() && one.said !== saidBy(form, event.submitter)) {
        one.free();
        locked.delete(form);
      }
      if (!locked.has(form)) return;
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
    if (form.dataset.repeats === undefined && (byBrowser || waitCount() > before))
      locked.set(form, { free: hold(form), said: saidBy(form, event.submitter) });
  });
}

interface Locked {
  free: () => void;
  said: string;
}

/** Names and values of a submission, without React's own. */
function saidBy(form: HTMLFormElement, submitter: HTMLElement | null): string {
  const fields = [...new FormData(form, submitter)].filter(([name]) => !name.startsWith("$"));
  return JSON.stringify(fields.map(([name, value]) => [name, typeof value === "string" ? value : value.name]));
}

const MOVES = "(prefers-reduced-motion: no-preference)";

function hold(form: HTMLFormElement): () => void {
  // In ms. Safari has no vibration.
  if (form.dataset.pulse !== undefined && matchMedia(MOVES).matches) navigator.vibrate?.(10);
  const buttons = [...form.elements].filter((one) => one instanceof HTMLButtonElement && one.type === "submit");
  const marked = buttons.filter((button) => !button.hasAttribute("aria-disabled"));
  form.setAttribute("aria-busy", "true");
  // The response may change the state while the form is still locked.
  const { state } = form.dataset;
  if (state) form.dataset.held = state;
  for (const button of marked) button.setAttribute("aria-disabled", "true");
  return () => {
    form.removeAttribute("aria-busy");
    delete form.dataset.held;
    for (const button of marked) button.removeAttribute("aria-disabled");
  };
}
