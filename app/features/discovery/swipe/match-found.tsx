import { FirstMessage } from "#app/features/discovery/likes/first-message.tsx";
import { Moment } from "#app/features/discovery/likes/moment.tsx";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export function MatchFound({ user, chat }: { user: CallOutput<"user">; chat: CallOutput<"chat"> }) {
  const { t } = edge();
  const { name, fictional } = chat.profile;
  return (
    <Moment
      fictional={fictional && fictionalWord()}
      mine={user.profile}
      text={t("likes.newMatch.text", { name })}
      theirs={chat.profile}
      title={<h1>{t("likes.newMatch.title")}</h1>}
    >
      <FirstMessage chat={chat} />
      <ButtonLink href="/swipe-game" variant="quiet" wide>
        {t("likes.newMatch.later")}
      </ButtonLink>
    </Moment>
  );
}
