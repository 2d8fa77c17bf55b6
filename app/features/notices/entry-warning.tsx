import blocking from "#app/ui/blocking.module.css";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { edge } from "#worker/edge/edge.ts";
import css from "./entry-warning.module.css";
import { dismiss } from "./notices.actions.ts";

/**
 * Age check before the first page (spec section 2). Search engines still read the page; `data-nosnippet` keeps this text
 * out of excerpts.
 */
export function EntryWarning() {
  const { t, settings } = edge();
  const { name, min_age: age } = settings;
  return (
    <div className={cx(css.scrim, blocking.inBrowser)} data-nosnippet="">
      <dialog
        aria-describedby="entry-text"
        aria-labelledby="entry-title"
        aria-modal="true"
        // biome-ignore lint/a11y/noAutofocus: nothing else can be reached
        autoFocus
        className={css.dialog}
        open
        tabIndex={-1}
      >
        <p aria-hidden="true" className={css.age}>
          {age}+
        </p>
        <h2 className={css.title} id="entry-title">
          {t("notices.entry.title", { age })}
        </h2>
        <p id="entry-text">{t("notices.entry.text", { name, age })}</p>
        <div className={css.actions}>
          <form action={dismiss}>
            <input name="notice" type="hidden" value="entry" />
            <Button size="l" wide>
              {t("notices.entry.enter", { age })}
            </Button>
          </form>
          <ButtonLink href="/goodbye" size="l" variant="secondary" wide>
            {t("notices.entry.leave")}
          </ButtonLink>
        </div>
        <p className={css.note}>{t("notices.entry.note")}</p>
      </dialog>
    </div>
  );
}
