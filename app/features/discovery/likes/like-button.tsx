import { Button, type ButtonProps } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./like-button.module.css";
import { likeMember, unlikeMember } from "./likes.actions.ts";
import type { Face } from "./match-moment.shared.tsx";

export type LikeButtonProps = Pick<ButtonProps, "variant" | "size"> & {
  profile: string;
  /** If true, the button withdraws the like. */
  liked: boolean;
  /** Label of the two states; default when liked: "Liked". */
  like: string;
  undo?: string;
  /** Of a member who already likes: the moment of the match is shown at the press. */
  match?: Face | false | undefined;
};

/** Works without JavaScript. `data-held` (double-submit.ts) shows the new state at once; both labels keep the width. */
export function LikeButton({ profile, liked, like, undo, match, variant, size }: LikeButtonProps) {
  const { t } = edge();
  return (
    <form
      action={liked ? unlikeMember : likeMember}
      className={liked ? css.on : css.off}
      data-match={match && !liked ? JSON.stringify(match) : undefined}
      data-pulse={liked ? undefined : ""}
      data-state={liked ? "on" : "off"}
      noValidate
    >
      <input name="profile" type="hidden" value={profile} />
      <Button className={css.button} size={size} variant={variant}>
        <span aria-hidden="true" className={css.hearts}>
          <Icon className={css.heart} name="heart" size="s" />
          <Icon className={css.filled} name="heart-filled" size="s" />
          <span className={css.burst}>
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
          </span>
        </span>
        <span className={css.labels}>
          <span aria-hidden={liked || undefined} className={css.like}>
            {like}
          </span>
          <span aria-hidden={!liked || undefined} className={css.liked}>
            {undo ?? t("likes.liked")}
            {liked && !undo && <span className="visually-hidden"> {t("members.profile.unlike")}</span>}
          </span>
        </span>
      </Button>
    </form>
  );
}
