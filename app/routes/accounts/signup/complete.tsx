import { redirect } from "react-router";
import { FlowFrame } from "#app/features/accounts/signup/flow-frame.tsx";
import css from "#app/features/accounts/signup/flow-step.module.css";
import { regionsOf } from "#app/features/discovery/members/places.ts";
import { finishSignup } from "#app/features/discovery/members/profile.actions.ts";
import { About, Place, ProfileProblems } from "#app/features/discovery/members/profile-form.tsx";
import { FirstPrompt } from "#app/features/discovery/members/prompt-fields.tsx";
import { OwnPhotos } from "#app/features/discovery/photos/own-photos.tsx";
import { flowEnd, photoStep, withNext } from "#app/features/people/identity/flow.ts";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { visibleNotes } from "#worker/discovery/members/profile-own.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";

/** Photos are cropped before they are sent, and the position finds the town. */
export const handle = { scripts: "member" };

interface Data {
  own: CallOutput<"profile">;
  regions: Region[];
}

export async function loader(): Promise<Data> {
  const { backend, url, user } = edge();
  if (!(await user())) throw redirect(withNext("/signup", url.searchParams.get("next")));
  const own = await orThrow(backend.profile({}));
  const regions = await regionsOf(own.profile.country);
  const asksNothing = own.prompt_questions.length === 0 && regions.length === 0 && !asksAbout();
  if (asksNothing && url.searchParams.get("step") !== "photo") throw redirect(flowEnd(url.searchParams.get("next")));
  return { own, regions };
}

function asksAbout(): boolean {
  return visibleNotes(edge().settings).includes("about");
}

export function ServerComponent({ loaderData }: { loaderData: Data }) {
  const { url } = edge();
  const next = url.searchParams.get("next");
  return url.searchParams.get("step") === "photo" ? (
    <PhotoStep {...loaderData} next={next} />
  ) : (
    <FirstWords {...loaderData} next={next} />
  );
}

type StepProps = Data & { next: string | null };

/** One answer and the town, on one screen of a phone. The own profile asks for the rest. */
function FirstWords({ own, regions, next }: StepProps) {
  const { t } = edge();
  const { profile, prompt_questions: questions } = own;
  return (
    <FlowFrame size="narrow" step="profile">
      <Title>{t("signup.joining.complete.title")}</Title>
      <header className={css.head}>
        <h1>{t("signup.joining.complete.title")}</h1>
        <p className={css.intro}>{t("signup.joining.complete.intro")}</p>
      </header>
      <form action={finishSignup} className={css.words} noValidate>
        <input name="next" type="hidden" value={next ?? ""} />
        <ProfileProblems />
        {questions.length > 0 ? (
          <FirstPrompt profile={profile} questions={questions} />
        ) : (
          asksAbout() && <About profile={profile} />
        )}
        {regions.length > 0 && <Place profile={profile} regions={regions} />}
        <div className={css.actions}>
          <Button size="l" wide>
            {t("signup.joining.complete.submit")}
          </Button>
          <ButtonLink href={photoStep(next)} icon={own.photos.length > 0 ? "chevron-left" : "camera"} size="s" variant="quiet">
            {t(own.photos.length > 0 ? "signup.joining.back" : "photos.own.choose")}
          </ButtonLink>
          <ButtonLink href={flowEnd(next)} size="s" variant="quiet">
            {t("signup.joining.skip")}
          </ButtonLink>
        </div>
      </form>
    </FlowFrame>
  );
}

function PhotoStep({ own, next }: StepProps) {
  const { t } = edge();
  const done = own.photos.length > 0;
  return (
    <FlowFrame size="medium" step="photo">
      <Title>{t("signup.joining.photo.title")}</Title>
      <header className={css.head}>
        <h1>{t("signup.joining.photo.title")}</h1>
        <p className={css.intro}>{t("signup.joining.photo.intro")}</p>
      </header>
      <Card padding="l">
        <div className={css.form} id="photos">
          <OwnPhotos inSteps name={own.profile.name} photo_limit={own.photo_limit} photos={own.photos} />
        </div>
      </Card>
      <div className={css.actions}>
        <ButtonLink href={withNext("/complete-signup", next)} size="l" variant={done ? "primary" : "secondary"}>
          {t(done ? "signup.joining.continue" : "signup.joining.skip")}
        </ButtonLink>
      </div>
      <Back href={withNext("/signup-matches", next)} />
    </FlowFrame>
  );
}

function Back({ href }: { href: string }) {
  return (
    <p className={css.actions}>
      <ButtonLink href={href} icon="chevron-left" size="s" variant="quiet">
        {edge().t("signup.joining.back")}
      </ButtonLink>
    </p>
  );
}
