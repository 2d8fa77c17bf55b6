/**
 * Keeps the fields of a form in the draft of the sign-up, also when its page is left. The script stands inside the form.
 * Self-contained and without comments: the page inlines its source. `names` are fields of the draft, `kept` its earlier values.
 * A submitted form decides by itself what becomes of the draft.
 */
export function keepTyped(names: string[], kept: Record<string, string>): void {
  const form = document.currentScript?.closest("form");
  if (!form) return;
  const ended = new AbortController();
  const { signal } = ended;
  const typed = () => {
    const values = { ...kept };
    for (const name of names) {
      const field = form.elements.namedItem(name);
      if (field && "value" in field) values[name] = String(field.value);
    }
    return JSON.stringify({ step: "account", values });
  };
  let last = typed();
  const save = () => {
    const body = typed();
    if (body === last) return;
    last = body;
    const headers = { "content-type": "application/json" };
    fetch("/api/signup-draft.php", { method: "PUT", headers, body, keepalive: true, signal }).catch(() => {});
  };
  form.addEventListener("change", save, { signal });
  addEventListener("pagehide", save, { signal });
  form.addEventListener("submit", () => ended.abort(), { signal });
}
