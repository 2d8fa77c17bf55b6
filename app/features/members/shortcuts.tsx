import type { IconName } from "#app/ui/icon.tsx";
import { RoundIcon } from "#app/ui/round-icon.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./shortcuts.module.css";

/** Links to the games for members; the top navigation has no room for them. */
export async function Shortcuts() {
  const { t, user } = edge();
  if (!(await user())) return null;
  return (
    <nav aria-label={t("members.games")} className={css.row}>
      <Shortcut href="/swipe-game" icon="heart" text={t("swipe.invite")} title={t("swipe.title")} />
      <Shortcut href="/match-finder" icon="users" text={t("match.invite")} title={t("match.title")} />
    </nav>
  );
}

function Shortcut({ href, icon, title, text }: { href: string; icon: IconName; title: string; text: string }) {
  return (
    <a className={css.shortcut} href={href}>
      <RoundIcon name={icon} />
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        <span className={css.text}>{text}</span>
      </span>
    </a>
  );
}
