import { loadMemberLanding, type MemberLanding } from "#app/features/accounts/landers/member-landing.ts";
import {
  Fictional,
  FictionalNote,
  LandingHead,
  Logins,
  MemberSignup,
  Place,
  pictureOf,
  Unseen,
} from "#app/features/accounts/landers/member-parts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Photo } from "#app/ui/photo.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./member-landing3.module.css";

export const loader = loadMemberLanding;

export function ServerComponent({ loaderData: { id, profile, area } }: { loaderData: MemberLanding }) {
  const { t } = edge();
  if (!profile) return <Unseen id={id} />;
  const { name, age } = profile;
  const src = pictureOf(profile);
  return (
    <article className={css.scene}>
      <LandingHead profile={profile} />
      <div aria-hidden="true" className={css.backdrop}>
        <Photo alt="" className={css.blur} name={name} src={src} />
      </div>
      <div className={css.picture}>
        <Photo alt={t("members.profile.photo", { number: 1, name })} className={css.photo} eager name={name} src={src} />
      </div>
      <header className={css.words}>
        <Fictional onPhoto profile={profile} />
        <h1 className={css.name}>
          <bdi>{name}</bdi>
          <span className={css.age}>{age}</span>
        </h1>
        <Place area={area} profile={profile} />
        <FictionalNote profile={profile} />
        <ButtonLink className={css.jump} href="#signup" size="l">
          {t("landers.front.closing.action")}
        </ButtonLink>
      </header>
      <div className={css.card}>
        <MemberSignup profile={profile} />
        <Logins profile={profile} />
      </div>
    </article>
  );
}
