/** Sends the form of a code field once all digits are there. A refused code is sent again only after a change. */
export function sendCompleteCodes(): void {
  const sent = new WeakMap<HTMLInputElement, string>();
  addEventListener("input", ({ target: field }) => {
    if (!(field instanceof HTMLInputElement) || !field.dataset.digits) return;
    const digits = field.value.replace(/\P{Nd}/gu, "");
    const complete = digits.length === Number(field.dataset.digits);
    if (complete && sent.get(field) !== digits) field.form?.requestSubmit();
    if (complete) sent.set(field, digits);
    else sent.delete(field);
  });
}
