import { redirect } from "react-router";
import { FlowFrame } from "#app/features/accounts/signup/flow-frame.tsx";
import css from "#app/features/accounts/signup/flow-step.module.css";
import { regionsOf } from "#app/features/discovery/members/places.ts";
import { finishSignup } from "#app/features/discovery/members/profile.actions.ts";
import { ProfileFields, ProfileProblems } from "#app/features/discovery/members/profile-form.tsx";
import { OwnPhotos } from "#app/features/discovery/photos/own-photos.tsx";
import { flowEnd, photoStep, withNext } from "#app/features/people/identity/flow.ts";
import { Title } from "#app/head/title.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
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
  return { own, regions: await regionsOf(own.profile.country) };
}

export function ServerComponent({ loaderData }: { loaderData: Data }) {
  const { url } = edge();
  const next = url.searchParams.get("next");
  return url.searchParams.get("step") === "photo" ? (
    <PhotoStep {...loaderData} next={next} />
  ) : (
    <About {...loaderData} next={next} />
  );
}

type StepProps = Data & { next: string | null };

function About({ own, regions, next }: StepProps) {
  const { t } = edge();
  return (
    <FlowFrame size="medium" step="profile">
      <Title>{t("signup.joining.complete.title")}</Title>
      <header className={css.head}>
        <h1>{t("signup.joining.complete.title")}</h1>
        <p className={css.intro}>{t("signup.joining.complete.intro")}</p>
      </header>
      <Card padding="l">
        <form action={finishSignup} className={css.form}>
          <input name="next" type="hidden" value={next ?? ""} />
          <ProfileProblems />
          <ProfileFields profile={own.profile} regions={regions} />
          <div className={css.actions}>
            <Button size="l">{t("signup.joining.complete.submit")}</Button>
            <ButtonLink href={flowEnd(next)} size="l" variant="quiet">
              {t("signup.joining.skip")}
            </ButtonLink>
          </div>
        </form>
      </Card>
      <Back href={photoStep(next)} />
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
