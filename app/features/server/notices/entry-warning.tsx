import { peopleOf } from "#app/features/accounts/landers/people.ts";
import { Portrait } from "#app/features/accounts/landers/portrait.tsx";
import { Logo } from "#app/layouts/logo.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./entry-warning.module.css";
import { dismiss } from "./notices.actions.ts";

/** Age check. Crawlers still read the page; `data-nosnippet` keeps this text out of excerpts. */
export function EntryWarning() {
  const { t, settings } = edge();
  const { name, min_age: age } = settings;
  const [face] = peopleOf(settings);
  return (
    <div className={css.scrim} data-nosnippet="">
      {import.meta.viteRsc.loadCss()}
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
        {/* The link of the logo would lead to this question again. */}
        <div className={css.top} inert>
          {face && <Portrait className={css.portrait} eager person={face} />}
          <Logo href="/" />
        </div>
        <h2 className={css.title} id="entry-title">
          {t("notices.entry.title", { age })}
        </h2>
        <p id="entry-text">{t("notices.entry.text", { name, age })}</p>
        <div className={css.actions}>
          <form action={dismiss} noValidate>
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
