import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { type Face, likedWords, MatchMoment, type MatchMomentProps } from "./match-moment.shared.tsx";

type Person = Pick<CallOutput<"user">["profile"], "name" | "main_image" | "fictional">;
type Shown = Omit<MatchMomentProps, "mine" | "theirs" | "liked" | "title" | "text"> & {
  mine: Person;
  chat: CallOutput<"chat">;
};

/** A match moment in the server's HTML. It links its style sheet, which pages without a match do not hold. */
export function Moment({ mine, chat: { profile, liked }, ...props }: Shown) {
  const { t } = edge();
  const { name } = profile;
  return (
    <>
      {momentSheet()}
      <MatchMoment
        {...props}
        liked={likedWords(liked, name, likedTexts())}
        mine={faceOf(mine)}
        text={t("likes.dialog.match", { name })}
        theirs={faceOf(profile)}
        title={t("likes.newMatch.title")}
      />
    </>
  );
}

/** As in `likedWords`. */
export function likedTexts() {
  const { t } = edge();
  const names = { name: "{{name}}", answer: "{{answer}}" };
  return {
    answer: t("likes.newMatch.liked.answer", names),
    ownAnswer: t("likes.newMatch.liked.ownAnswer", names),
    photo: t("likes.newMatch.liked.photo", names),
    ownPhoto: t("likes.newMatch.liked.ownPhoto", names),
  };
}

export function momentSheet() {
  return import.meta.viteRsc.loadCss("./match-moment.shared.tsx");
}

export function faceOf({ name, main_image: image, fictional }: Person): Face {
  const src = image && edge().settings.cdn_prefix + image.filename;
  return { name, src, fictional: fictional ? fictionalWord() : undefined };
}
