import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { likeIntended } from "./intended.actions.ts";
import css from "./intended.module.css";

/** What the new member signed up for, now that nothing stands in its way; see `intention`. */
export function Intended({ intention }: { intention: NonNullable<CallOutput<"intention">> }) {
  const { t } = edge();
  const { intent } = intention;
  const { id, name } = intention.profile;
  const page = `/members/${id}`;
  return (
    <section className={css.card}>
      <h2 className={css.title}>{t(`signup.intended.${intent ?? "profile"}.title`, { name })}</h2>
      {intent === "like" ? (
        <form action={likeIntended} className={css.ways}>
          <input name="profile" type="hidden" value={id} />
          <Button icon="heart" size="l" wide>
            {t("signup.intended.like.button", { name })}
          </Button>
          <ButtonLink href={page} variant="quiet" wide>
            {t("signup.intended.profile.button", { name })}
          </ButtonLink>
        </form>
      ) : (
        <ButtonLink href={intent === "chat" ? `${page}/chat` : page} icon={intent === "chat" ? "message" : "user"} size="l" wide>
          {t(intent === "chat" ? "signup.intended.chat.button" : "signup.intended.profile.button", { name })}
        </ButtonLink>
      )}
    </section>
  );
}
