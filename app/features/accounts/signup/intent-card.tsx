import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { likeFromIntent } from "./intent.actions.ts";
import css from "./intent-card.module.css";

export function IntentCard({ profile, intent }: NonNullable<CallOutput<"intent">>) {
  const { t } = edge();
  const { id, name } = profile;
  const page = `/members/${id}`;
  return (
    <section className={css.card}>
      <h2 className={css.title}>{t(`signup.intent.${intent ?? "profile"}.title`, { name })}</h2>
      {intent === "like" ? (
        <form action={likeFromIntent} className={css.ways} noValidate>
          <input name="profile" type="hidden" value={id} />
          <Button icon="heart" size="l" wide>
            {t("signup.intent.like.button", { name })}
          </Button>
          <ButtonLink href={page} variant="quiet" wide>
            {t("signup.intent.profile.button", { name })}
          </ButtonLink>
        </form>
      ) : (
        <ButtonLink href={intent === "chat" ? `${page}/chat` : page} icon={intent === "chat" ? "message" : "user"} size="l" wide>
          {t(intent === "chat" ? "signup.intent.chat.button" : "signup.intent.profile.button", { name })}
        </ButtonLink>
      )}
    </section>
  );
}
