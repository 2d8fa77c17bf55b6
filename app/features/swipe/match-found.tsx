import { MatchMoment } from "#app/features/likes/match-moment.shared.tsx";
import { fictionalWord } from "#app/features/members/cards.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/edge/edge.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import type { Profile } from "#worker/members/members.contract.ts";

/** Replaces the cards after a swipe that made a match. */
export function MatchFound({ user, profile }: { user: User; profile: Profile }) {
  const { t, settings } = edge();
  const { id, name } = profile;
  const face = (one: Pick<Profile, "name" | "main_image">) => ({
    name: one.name,
    src: one.main_image && settings.cdn_prefix + one.main_image.filename,
  });
  return (
    <MatchMoment
      fictional={profile.fictional && fictionalWord()}
      mine={face(user.profile)}
      text={t("likes.newMatch.text", { name })}
      theirs={face(profile)}
      title={<h1>{t("likes.newMatch.title")}</h1>}
    >
      <ButtonLink href={`/members/${id}/chat`} icon="message" size="l" wide>
        {t("likes.newMatch.write", { name })}
      </ButtonLink>
      <ButtonLink href="/swipe-game" size="l" variant="secondary" wide>
        {t("swipe.on")}
      </ButtonLink>
    </MatchMoment>
  );
}
