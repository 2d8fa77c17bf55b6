/**
 * Keeps the fields of a form in the draft of the sign-up, also when its page is left. The script stands inside the form.
 * Self-contained and without comments: the page inlines its source. `names` are fields of the draft, `stored` its earlier values.
 * Saves after a pause: KV takes one write a second, and an older write must not follow a newer one.
 * What is typed last stays in the tab: a reload reads the draft before the last save has arrived.
 * A submitted form, this or "Start over", decides what becomes of the draft, until something is typed again.
 */
export function keepTyped(names: string[], stored: Record<string, string>): void {
  const form = document.currentScript?.closest("form");
  if (!form) return;
  const isBox = (field: Element | RadioNodeList | null): field is HTMLInputElement =>
    field !== null && "type" in field && field.type === "checkbox";
  const typed = () => {
    const values = { ...stored };
    for (const name of names) {
      const field = form.elements.namedItem(name);
      if (isBox(field)) values[name] = field.checked ? field.value : "";
      else if (field && "value" in field) values[name] = String(field.value);
    }
    return JSON.stringify({ step: "account", values });
  };
  const inTab = (work: (tab: Storage) => void) => {
    try {
      work(sessionStorage);
    } catch {
      return;
    }
  };
  inTab((tab) => {
    const { values = {} } = JSON.parse(tab.getItem("signup") ?? "{}");
    tab.removeItem("signup");
    for (const name of names) {
      const field = form.elements.namedItem(name);
      if (!field || !("value" in field) || ("type" in field && field.type === "hidden")) continue;
      if (isBox(field)) field.checked = values[name] === undefined ? field.checked : values[name] === field.value;
      else field.value = values[name] ?? field.value;
    }
  });
  let last = typed();
  let sent = false;
  let pause: ReturnType<typeof setTimeout>;
  let saving = new AbortController();
  const save = () => {
    const body = typed();
    clearTimeout(pause);
    if (sent || body === last) return;
    last = body;
    saving = new AbortController();
    const { signal } = saving;
    const headers = { "content-type": "application/json" };
    fetch("/api/signup-draft.php", { method: "PUT", headers, body, keepalive: true, signal }).catch(() => {});
  };
  form.addEventListener("input", () => {
    sent = false;
    clearTimeout(pause);
    pause = setTimeout(save, 1500);
  });
  document.addEventListener("submit", () => {
    sent = true;
    saving.abort();
  });
  addEventListener("pagehide", () => {
    if (!sent) inTab((tab) => tab.setItem("signup", typed()));
    save();
  });
}
