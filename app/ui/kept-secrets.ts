/**
 * A refused form keeps its passwords, which the server never returns. React empties the fields once the answer is shown. One
 * that was accepted stays empty.
 */
export function keepSecretsOfRefused(): void {
  addEventListener(
    "reset",
    ({ target: form }) => {
      if (
        !(form instanceof HTMLFormElement) ||
        !form.querySelector('[aria-invalid="true"], fieldset[aria-describedby*="-error"]')
      )
        return;
      const typed = [...form.querySelectorAll<HTMLInputElement>('[autocomplete$="-password"]')].map(
        (field) => [field, field.value] as const,
      );
      queueMicrotask(() => {
        for (const [field, value] of typed) field.value = value;
      });
    },
    { capture: true },
  );
}
