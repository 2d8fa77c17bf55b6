import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { VisitorPopup } from "#app/features/discovery/likes/visitor-popup.tsx";
import { fictionalNote, fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { withIntent, withNext } from "#app/features/people/identity/flow.ts";
import { NoIndex } from "#app/head/no-index.tsx";
import { siteDescription } from "#app/head/site-description.ts";
import { Title } from "#app/head/title.tsx";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { isolated } from "#locales/index.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { MemberLanding } from "./member-landing.ts";
import css from "./member-parts.module.css";

export function LandingHead({ profile }: Pick<MemberLanding, "profile">) {
  const { t, settings } = edge();
  const words = profile && { name: isolated(profile.name), age: profile.age };
  return (
    <>
      <Title description={words ? t("members.profile.description", { ...words, site: settings.name }) : settings.description}>
        {words ? t("members.profile.title", words) : siteDescription().title}
      </Title>
      <NoIndex />
      {profile && <VisitorPopup member={profile} />}
    </>
  );
}

/** Shown when the domain hides members from visitors. The sign-up still leads to the member. */
export function Unseen({ id }: { id: string }) {
  const { t, settings } = edge();
  return (
    <div className={`container ${css.unseen}`}>
      <LandingHead profile={null} />
      <header className={css.words}>
        <h1 className={css.line}>{siteDescription().title}</h1>
        <p className={css.text}>{settings.description}</p>
        <p className={css.fact}>
          <Icon name="lock" size="s" />
          {t("landers.member.unseen", { site: settings.name })}
        </p>
      </header>
      <SignupForm profile={id} />
    </div>
  );
}

export function Fictional({ profile, onPhoto }: { profile: Profile; onPhoto?: boolean }) {
  if (!profile.fictional) return null;
  return <FictionalBadge tone={onPhoto ? "photo" : "warning"}>{fictionalWord()}</FictionalBadge>;
}

export function FictionalNote({ profile }: { profile: Profile }) {
  const note = fictionalNote(profile);
  if (!note) return null;
  return (
    <p className={css.fact}>
      <Icon name="info" size="s" />
      {note}
    </p>
  );
}

export function Place({ profile, area }: { profile: Profile; area: string }) {
  return (
    <p className={css.fact}>
      <Icon name="pin" size="s" />
      {[profile.city, area].filter(Boolean).join(", ")}
    </p>
  );
}

/** Actions that need an account, each with a log-in link. */
export function Logins({ profile: { id, name, locked_photos } }: { profile: Profile }) {
  const { t } = edge();
  const page = `/members/${id}`;
  return (
    <div className={css.logins}>
      <ButtonLink href={withNext("/login", withIntent(page, "like"))} icon="heart" variant="secondary">
        {t("members.profile.loginToLike", { name })}
      </ButtonLink>
      {locked_photos > 0 && (
        <ButtonLink href={withNext("/login", page)} icon="lock" variant="secondary">
          {t("members.profile.loginForPhotos", { name })}
        </ButtonLink>
      )}
    </div>
  );
}

/** Sign-up form that leads to this member; its wording also suits a fictional profile. */
export function MemberSignup({ profile: { id, name }, wide }: { profile: Profile; wide?: boolean }) {
  const { t } = edge();
  return (
    <SignupForm
      intro={t("landers.member.form.intro", { name })}
      profile={id}
      title={t("landers.member.form.title")}
      wide={wide}
    />
  );
}

export function pictureOf({ main_image }: Profile, size: "filename" | "thumb_filename" = "filename"): string | null {
  return main_image && edge().settings.cdn_prefix + main_image[size];
}
