import { redirect } from "react-router";
import { ChooseName, NAME_SAVED } from "#app/features/accounts/signup/choose-name.tsx";
import { IntentCard } from "#app/features/accounts/signup/intent-card.tsx";
import { unfinishedStep } from "#app/features/people/identity/flow.ts";
import { isAgeClosed } from "#app/request/age-first.ts";
import { CardPage } from "#app/request/card-page.tsx";
import { loginPath, orThrow } from "#app/request/or-throw.ts";
import { Saved } from "#app/request/saved.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { RowLink, Rows } from "#app/ui/rows.tsx";
import type { User } from "#worker/accounts/user/user.contract.ts";
import { isLink } from "#worker/people/links/vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./activate-done.module.css";

export const handle = { scripts: "member" };

/** In ms after the activation: how long the page stays available. */
const FRESH = 3_600_000;

const SHOWN = 3;

interface Data {
  here: boolean;
  intent: CallOutput<"intent">;
  /** Members that were liked during the sign-up. */
  liked: CallOutput<"likes">["profiles"];
}

/** Only after an activation just now, here or in another browser; for others its text is false. */
export async function loader(): Promise<Data> {
  const { backend, now, url } = edge();
  const user = await edge().user();
  const token = url.searchParams.get("link") ?? "";
  const link = isLink("activation", token) ? await orThrow(backend.activationLink({ token })) : null;
  if (link?.state === "confirmed" && !link.mine) return { here: false, intent: null, liked: [] };
  if (!user) throw redirect(loginPath());
  if (user.status === "not_confirmed") throw redirect("/activate");
  if (now() - Date.parse(user.activated_at ?? "") > FRESH) throw redirect("/members");
  // Who must prove the age first is shown nobody yet.
  if (await isAgeClosed("members")) return { here: true, intent: null, liked: [] };
  const [intent, { profiles }] = await orThrow(Promise.all([backend.intent({}), backend.likes({ type: "sent" })]));
  return { here: true, intent, liked: profiles };
}

export async function ServerComponent({ loaderData: { here, intent, liked } }: { loaderData: Data }) {
  const { t } = edge();
  const user = await edge().user();
  const title = t(user && !here ? "signup.activation.done.text" : "signup.activation.done.title");
  return (
    <CardPage className={css.card} title={title}>
      <EmptyState {...(liked.length > 0 ? { scene: <Faces of={liked} /> } : { icon: "check-circle" })} level={1} title={title}>
        {user && !here ? t("signup.activation.already.another", { name: user.profile.name }) : t("signup.activation.done.text")}
        {here && user && user.credits > 0 && (
          <strong className={css.credits}>{t("signup.activation.done.credits", { count: user.credits })}</strong>
        )}
      </EmptyState>
      {liked.length > 0 && (
        <p className={css.sent}>{t("signup.activation.done.sent", { names: namesOf(liked.map(({ name }) => name)) })}</p>
      )}
      <Saved texts={NAME_SAVED} />
      {here && user && <ChooseName user={user} />}
      {intent && <IntentCard {...intent} />}
      {here ? (
        <Next hasPhoto={(user?.profile.photos.length ?? 0) > 0} step={user && stepOnwards(user)} />
      ) : (
        <ButtonLink href={user ? "/members" : "/login?next=%2Factivate%2Fdone"} size="l" wide>
          {t(user ? "signup.activation.error.members" : "signup.activation.done.login")}
        </ButtonLink>
      )}
    </CardPage>
  );
}

/** Who hears of the likes: up to three, one over the other, with the heart that was sent. */
function Faces({ of }: { of: Data["liked"] }) {
  const { cdn_prefix } = edge().settings;
  return (
    <span className={css.faces}>
      {of.slice(0, SHOWN).map(({ id, name, main_image }) => (
        <Avatar key={id} name={name} size="xl" src={main_image && cdn_prefix + main_image.thumb_filename} />
      ))}
      <span className={css.heart}>
        <Icon name="heart-filled" />
      </span>
    </span>
  );
}

/** The first three, and how many more. */
function namesOf(names: string[]): string {
  const { t, language } = edge();
  const more = names.length - SHOWN;
  return new Intl.ListFormat(language).format(more > 0 ? [...names.slice(0, SHOWN), t("today.others", { count: more })] : names);
}

/** The next unfinished sign-up step. A link that itself opened the account starts after the account step. */
function stepOnwards(user: User): string | null {
  const step = unfinishedStep(user);
  return step === "/complete-signup?step=photo" && edge().settings.reveal_accounts === "no" ? "/signup-matches" : step;
}

function Next({ step, hasPhoto }: { step: string | null; hasPhoto: boolean }) {
  const { t } = edge();
  const ways: { href: string; icon: IconName; label: string }[] = [
    { href: "/profile", icon: "camera", label: t("signup.activation.done.profile") },
    { href: "/members", icon: "search", label: t("signup.activation.done.search") },
    { href: "/likes", icon: "heart", label: t("signup.activation.done.likes") },
  ];
  return (
    <section className="stack">
      <h2 className={css.title}>{t("signup.activation.done.next")}</h2>
      <ButtonLink href="/swipe-game" icon="cards" size="l" wide>
        {t("signup.activation.done.discover")}
      </ButtonLink>
      {step && (
        <>
          <p>{t("signup.activation.done.steps")}</p>
          <ButtonLink href={step} variant="secondary" wide>
            {t("signup.joining.continue")}
          </ButtonLink>
        </>
      )}
      <Rows flat>
        {(step || hasPhoto ? ways.slice(1) : ways).map(({ href, icon, label }) => (
          <RowLink className={css.step} href={href} key={href}>
            <Icon name={icon} />
            {label}
            <Icon className={css.go} name="chevron-right" size="s" />
          </RowLink>
        ))}
      </Rows>
    </section>
  );
}
