import { FirstMessage } from "#app/features/likes/first-message.tsx";
import { MatchMoment } from "#app/features/likes/match-moment.shared.tsx";
import { fictionalWord } from "#app/features/members/cards.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { User } from "#worker/identity/accounts.contract.ts";

export function MatchFound({ user, chat }: { user: User; chat: CallOutput<"chat"> }) {
  const { t } = edge();
  const { name, fictional } = chat.profile;
  return (
    <MatchMoment
      fictional={fictional && fictionalWord()}
      mine={faceOf(user.profile)}
      text={t("likes.newMatch.text", { name })}
      theirs={faceOf(chat.profile)}
      title={<h1>{t("likes.newMatch.title")}</h1>}
    >
      <FirstMessage chat={chat} />
      <ButtonLink href="/swipe-game" variant="quiet" wide>
        {t("likes.newMatch.later")}
      </ButtonLink>
    </MatchMoment>
  );
}

export function faceOf({ name, main_image: image }: Pick<User["profile"], "name" | "main_image">) {
  return { name, src: image && edge().settings.cdn_prefix + image.filename };
}
