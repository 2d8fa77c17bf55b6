import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import type { User } from "#worker/accounts/accounts.contract.ts";
import { edge } from "#worker/edge/edge.ts";
import type { Profile } from "#worker/members/members.contract.ts";
import { fictionalWord } from "../members/cards.tsx";
import css from "./match-moment.module.css";

/** Two who like each other, side by side. */
export function MatchMoment({ user, profile }: { user: User; profile: Profile }) {
  const { t, settings } = edge();
  const { id, name } = profile;
  const src = (one: Pick<Profile, "main_image">) => (one.main_image ? settings.cdn_prefix + one.main_image.filename : null);
  return (
    <section className={css.moment}>
      <div className={css.pair}>
        <Photo alt="" className={css.mine} eager name={user.profile.name} src={src(user.profile)} />
        <Photo alt="" className={css.theirs} eager name={name} src={src(profile)} />
        <span className={css.heart}>
          <Icon name="heart-filled" size="l" />
        </span>
      </div>
      <h1 className={css.title}>{t("swipe.match.title")}</h1>
      <p className={css.text}>{t("swipe.match.text", { name })}</p>
      {profile.fictional && <Badge tone="warning">{fictionalWord()}</Badge>}
      <div className={css.actions}>
        <ButtonLink href={`/members/${id}/chat`} icon="message" size="l" wide>
          {t("swipe.match.write", { name })}
        </ButtonLink>
        <ButtonLink href="/swipe-game" size="l" variant="secondary" wide>
          {t("swipe.match.on")}
        </ButtonLink>
      </div>
    </section>
  );
}
