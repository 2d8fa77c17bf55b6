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
import { codeName, fieldName } from "#app/features/discovery/members/attributes.ts";
import { interestIcon } from "#app/features/discovery/members/interest.tsx";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { Photo } from "#app/ui/photo.tsx";
import { ATTRIBUTE_NAMES } from "#db/schema/attribute-table.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./member-landing.module.css";

export const loader = loadMemberLanding;

export function ServerComponent({ loaderData: { id, profile, area } }: { loaderData: MemberLanding }) {
  const { t } = edge();
  if (!profile) return <Unseen id={id} />;
  const { name, age } = profile;
  return (
    <article className={`container ${css.spread}`}>
      <LandingHead profile={profile} />
      <div className={css.hero}>
        <Photo alt={t("members.profile.photo", { number: 1, name })} eager name={name} src={pictureOf(profile)} />
        <header className={css.title}>
          <Fictional onPhoto profile={profile} />
          <h1 className={css.name}>
            <bdi>{name}</bdi> <span className={css.age}>{age}</span>
          </h1>
          <Place area={area} profile={profile} />
        </header>
      </div>
      <div className={css.form}>
        <MemberSignup profile={profile} />
      </div>
      <div className={css.story}>
        <FictionalNote profile={profile} />
        <Story profile={profile} />
        <Logins profile={profile} />
      </div>
    </article>
  );
}

function Story({ profile }: { profile: Profile }) {
  const { t } = edge();
  const facts = ATTRIBUTE_NAMES.flatMap((attribute) => {
    const code = profile[attribute];
    return code ? [{ label: fieldName(attribute), value: codeName(attribute, code) }] : [];
  });
  return (
    <>
      {profile.about && (
        <section className={css.about}>
          <h2>{t("members.profile.about", { name: profile.name })}</h2>
          <p dir="auto">{profile.about}</p>
        </section>
      )}
      {facts.length > 0 && (
        <dl className={css.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {profile.interests.length > 0 && (
        <ChipList label={t("members.profile.interests")}>
          {profile.interests.map((code) => (
            <Chip drawing={interestIcon(code)} key={code}>
              {codeName("interests", code)}
            </Chip>
          ))}
        </ChipList>
      )}
    </>
  );
}
