import { loadMemberLanding, type MemberLanding } from "#app/features/accounts/landers/member-landing.ts";
import { Fictional, FictionalNote, LandingHead, Place, pictureOf, Unseen } from "#app/features/accounts/landers/member-parts.tsx";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { isolated } from "#locales/index.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./member-signup.module.css";

export const loader = loadMemberLanding;

export function ServerComponent({ loaderData: { id, profile, area } }: { loaderData: MemberLanding }) {
  const { t } = edge();
  if (!profile) return <Unseen id={id} />;
  const { name, age } = profile;
  return (
    <div className={`container ${css.page}`}>
      <LandingHead profile={profile} />
      <div className={css.member}>
        <Avatar name={name} size="xl" src={pictureOf(profile, "thumb_filename")} />
        <div className={css.who}>
          <p className={css.name}>{t("members.profile.title", { name: isolated(name), age })}</p>
          <Place area={area} profile={profile} />
          <FictionalNote profile={profile} />
        </div>
        <Fictional profile={profile} />
      </div>
      <SignupForm intro={t("landers.member.form.intro", { name })} level={1} profile={id} wide />
    </div>
  );
}
