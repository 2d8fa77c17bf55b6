import type { ReactNode } from "react";
import { voiceTexts } from "#app/features/delivery/voices/voice-texts.ts";
import { choicesOf } from "#app/features/people/identity/choices.ts";
import { countryName } from "#app/request/country-name.ts";
import { formState } from "#app/request/forms.ts";
import { RenderedValues } from "#app/request/rendered-values.tsx";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";
import type { Interest } from "#db/schema/interests.ts";
import { isIntimate } from "#worker/discovery/members/interests.vocabulary.ts";
import type { Profile } from "#worker/discovery/members/members.contract.ts";
import { formFields, MOST_INTERESTS, visibleNotes } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { speaks } from "#worker/discovery/members/voice-answers.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import { onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";
import { fieldName } from "./attributes.ts";
import { HeldNote } from "./held-note.tsx";
import { interestIcon } from "./interest.tsx";
import { Interests, intimateHint } from "./interest-fields.tsx";
import { QuestionAnswers, QuestionFields } from "./own-questions.tsx";
import { OwnSection } from "./own-section.tsx";
import css from "./own-sections.module.css";
import { placeText } from "./place-text.ts";
import { factsOf, interestFact } from "./profile-facts.tsx";
import { About, Attributes, Place } from "./profile-form.tsx";
import { PromptFields } from "./prompt-fields.tsx";
import { promptText } from "./prompts.ts";
import { PROFILE_SECTIONS, type ProfileSection } from "./sections.ts";
import { Spoken } from "./spoken.client.tsx";
import { spokenPath } from "./spoken.ts";

type Own = CallOutput<"profile">;
type Props = { own: Own; regions: Region[] };

/** The parts of the own profile that the domain asks for, each edited where it stands. */
export function OwnSections(props: Props) {
  return PROFILE_SECTIONS.map((section) => <Part key={section} section={section} {...props} />);
}

function Part({ section, own, regions }: Props & { section: ProfileSection }) {
  const { t, settings } = edge();
  const { profile } = own;
  const fields = formFields(settings);
  switch (section) {
    case "basics":
      return <Basics own={own} regions={regions} />;
    case "about":
      if (!visibleNotes(settings).includes("about")) return null;
      return (
        <OwnSection
          fields={<About profile={profile} />}
          hint={t("members.form.aboutEmpty")}
          note={<HeldNote field="about" own={own} />}
          part={section}
          shown={
            profile.about && (
              <p className={css.about} dir="auto">
                {profile.about}
              </p>
            )
          }
          title={t("members.form.about")}
        />
      );
    case "prompts":
      if (own.prompt_questions.length === 0) return null;
      return (
        <OwnSection
          fields={<PromptFields profile={profile} questions={own.prompt_questions} />}
          hint={t("members.form.promptsEmpty")}
          note={<HeldNote field="prompts" own={own} />}
          part={section}
          shown={profile.prompts.length > 0 && <Answers prompts={profile.prompts} />}
          title={t("members.prompts.title")}
        />
      );
    case "facts":
      if (fields.every((field) => field === "interests")) return null;
      return (
        <OwnSection
          fields={<Attributes beliefs={own.beliefs_consent} profile={profile} />}
          part={section}
          note={own.own_identity?.shown === false && <p className="muted">{t("members.self.hidden")}</p>}
          shown={<Facts profile={profile} />}
          title={t("members.profile.facts")}
        />
      );
    case "questions":
      if (settings.questions.length === 0) return null;
      return (
        <OwnSection
          fields={<QuestionFields profile={profile} />}
          part={section}
          shown={profile.answers.length > 0 && <QuestionAnswers profile={profile} />}
          title={t("members.questions")}
        />
      );
    case "interests":
      if (!fields.includes("interests")) return null;
      return (
        <OwnSection
          fields={<Interests changes={own.intimate_changes} profile={profile} />}
          hint={t("members.form.interestsHint", { max: MOST_INTERESTS })}
          part={section}
          shown={profile.interests.length > 0 && <OwnInterests profile={profile} />}
          title={fieldName("interests")}
        />
      );
  }
}

function Basics({ own, regions }: Props) {
  const { t, settings } = edge();
  const { profile } = own;
  const looking_for = onlyGender(settings) ? null : own.looking_for;
  const region = regions.find(({ code }) => code === profile.region);
  const country = countryName(profile.country);
  const form = formState("profile");
  const said = form.values.looking_for ?? looking_for ?? undefined;
  const hasPlace = regions.length > 0;
  if (!hasPlace && looking_for === null) return null;
  return (
    <OwnSection
      fields={
        <>
          {hasPlace && <Place profile={profile} regions={regions} />}
          {looking_for !== null && (
            <>
              <RenderedValues form={form} part=".looking_for" values={{ looking_for }} />
              <RadioGroup
                defaultValue={said}
                error={form.fields.looking_for}
                label={t("signup.looking_for.label")}
                name="looking_for"
                options={choicesOf("looking_for")}
              />
            </>
          )}
        </>
      }
      part="basics"
      shown={
        <ul className={css.lines}>
          <Line icon="pin">{region ? `${placeText(profile.city, region.name)}, ${country}` : country}</Line>
          {looking_for && (
            <Line icon="search">
              {t("signup.looking_for.label")}: {t(`signup.looking_for.${looking_for}`)}
            </Line>
          )}
        </ul>
      }
      title={t("members.form.basics")}
    />
  );
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className={css.line}>
      <Icon name={icon} size="s" />
      <span>{children}</span>
    </li>
  );
}

function Answers({ prompts }: Pick<Profile, "prompts">) {
  const { t, domain, settings } = edge();
  const texts = voiceTexts();
  return (
    <dl className={css.answers}>
      {prompts.map(({ question, answer, voice }) => (
        <div key={question}>
          <dt>{promptText(question)}</dt>
          <dd dir="auto">{answer}</dd>
          {speaks(domain) && (
            <dd className={css.spoken}>
              {voice && (
                <Spoken label={promptText(question)} src={settings.cdn_prefix + voice.filename} texts={texts} voice={voice} />
              )}
              <a href={spokenPath(question)}>
                <Icon name="microphone" size="s" />
                {t(voice ? "members.spoken.change" : "members.spoken.add")}
                <span className="visually-hidden">{promptText(question)}</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { items, more } = factsOf({ ...profile, interests: [], answers: [] }, []);
  return (
    <ChipList>
      {[...items, ...Object.values(more)].map(({ label, value, icon }) => (
        <Chip icon={icon} key={`${label} ${value}`}>
          {label && <span className={icon ? "visually-hidden" : undefined}>{label}: </span>}
          {value}
        </Chip>
      ))}
    </ChipList>
  );
}

function OwnInterests({ profile }: { profile: Profile }) {
  const { t } = edge();
  const intimate = profile.interests.filter(isIntimate);
  return (
    <>
      <InterestChips codes={profile.interests.filter((code) => !isIntimate(code))} />
      {intimate.length > 0 && (
        <div className={css.intimate}>
          <InterestChips codes={intimate} label={t("members.form.intimate.title")} locked />
          <p className="muted">{intimateHint()}</p>
        </div>
      )}
    </>
  );
}

function InterestChips({ codes, label, locked }: { codes: Interest[]; label?: string; locked?: boolean }) {
  if (codes.length === 0) return null;
  return (
    <ChipList label={label}>
      {codes.map((code) => (
        <Chip drawing={locked ? undefined : interestIcon(code)} icon={locked ? "lock" : undefined} key={code}>
          {interestFact(code, false).value}
        </Chip>
      ))}
    </ChipList>
  );
}
