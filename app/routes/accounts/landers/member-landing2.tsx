import { loadMemberLanding, type MemberLanding } from "#app/features/accounts/landers/member-landing.ts";
import {
  Fictional,
  FictionalNote,
  LandingHead,
  Logins,
  Place,
  pictureOf,
  Unseen,
} from "#app/features/accounts/landers/member-parts.tsx";
import { SIGNUP_FORM, SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { codeName } from "#app/features/discovery/members/attributes.ts";
import { interestIcon } from "#app/features/discovery/members/interest.tsx";
import { signupOpen } from "#app/features/people/identity/flow.ts";
import { formState } from "#app/request/forms.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { Photo } from "#app/ui/photo.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { isolated } from "#locales/index.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./member-landing2.module.css";

/** Maximum length that sign-up accepts; a lower message limit of the domain applies first. */
const MOST = 1000;

export const loader = loadMemberLanding;

/** A chat preview: the typed message joins the sign-up form and stays a draft. The bubble only quotes the profile. */
export function ServerComponent({ loaderData: { id, profile, area } }: { loaderData: MemberLanding }) {
  const { t } = edge();
  if (!profile) return <Unseen id={id} />;
  const { name } = profile;
  return (
    <div className={css.stage}>
      <LandingHead profile={profile} />
      <div className={`container ${css.columns}`}>
        <section aria-labelledby="landing-name" className={css.chat}>
          <header className={css.header}>
            <Avatar name={name} size="l" src={pictureOf(profile, "thumb_filename")} />
            <div className={css.who}>
              <h1 className={css.name} id="landing-name">
                {t("members.profile.title", { name: isolated(name), age: profile.age })}
              </h1>
              <Place area={area} profile={profile} />
            </div>
            <Fictional profile={profile} />
          </header>
          <Thread profile={profile} />
          {signupOpen() ? <Composer name={name} /> : <Logins profile={profile} />}
        </section>
        <div className={css.form}>
          <SignupForm intro={t("landers.member.write.intro", { name })} profile={id} title={t("landers.member.write.title")} />
        </div>
      </div>
    </div>
  );
}

function Thread({ profile }: { profile: Profile }) {
  const { t } = edge();
  const { name, about, interests } = profile;
  return (
    <div className={css.thread}>
      <p className={css.source}>{t("landers.member.write.source", { name })}</p>
      <div className={css.bubble}>
        <Photo
          alt={t("members.profile.photo", { number: 1, name })}
          className={css.photo}
          eager
          name={name}
          src={pictureOf(profile)}
        />
        {about && (
          <p className={css.about} dir="auto">
            {about}
          </p>
        )}
        {interests.length > 0 && (
          <ChipList label={t("members.profile.interests")}>
            {interests.map((code) => (
              <Chip drawing={interestIcon(code)} key={code}>
                {codeName("interests", code)}
              </Chip>
            ))}
          </ChipList>
        )}
      </div>
      <FictionalNote profile={profile} />
    </div>
  );
}

/** The field belongs to the sign-up form beside it; its button leads there, since a message needs an account. */
function Composer({ name }: { name: string }) {
  const { t, settings } = edge();
  const { values, fields } = formState("signup");
  return (
    <div className={css.composer}>
      <Textarea
        defaultValue={values.signup_message}
        dir="auto"
        error={fields.signup_message}
        fieldClassName={css.field}
        form={SIGNUP_FORM}
        hint={t("landers.member.write.hint")}
        label={t("landers.member.write.label", { name })}
        maxLength={Math.min(MOST, settings.message_length)}
        name="signup_message"
        rows={2}
      />
      <ButtonLink href="#signup" icon="send">
        {t("landers.member.write.continue")}
      </ButtonLink>
    </div>
  );
}
