import { redirect } from "react-router";
import { Collage } from "#app/features/landers/collage.tsx";
import { Landing, type LandingProps } from "#app/features/landers/front-page.tsx";
import { siteWords } from "#app/features/landers/site-words.ts";
import { signupOpen } from "#app/features/signup/flow.ts";
import { SignupForm } from "#app/features/signup/signup-form.tsx";
import { Title } from "#app/head/title.tsx";
import { justNow } from "#app/request/just-now.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/edge/edge.ts";
import css from "./index.module.css";

/** A member has nothing to do on the front page. */
export async function loader() {
  if (await edge().user()) throw redirect("/members");
  return null;
}

export function ServerComponent() {
  const { t } = edge();
  return (
    <>
      <Title description={siteWords().description}>{siteWords().title}</Title>
      {justNow("logged_out") && (
        <div className={`container ${css.note}`}>
          <Alert first icon="logout" title={t("login.logged_out")} tone="success" />
        </div>
      )}
      <Landing
        closing={closing()}
        faq={{ title: t("landing.faq.title"), items: questions() }}
        hero={hero()}
        honesty={{
          title: t("landing.honesty.title"),
          intro: t("landing.honesty.intro"),
          items: promises().map((name) => ({
            icon: ({ labels: "eye", timers: "bell", credits: "coin" } as const)[name],
            title: t(`landing.honesty.${name}.title`),
            text: t(`landing.honesty.${name}.text`),
          })),
        }}
        steps={{
          title: t("landing.steps.title"),
          items: (["one", "two", "three"] as const).map((name) => ({
            title: t(`landing.steps.${name}.title`),
            text: t(`landing.steps.${name}.text`),
          })),
        }}
        values={{
          title: t("landing.values.title"),
          items: (["search", "chat", "privacy"] as const).map((name) => ({
            icon: ({ search: "search", chat: "message", privacy: "lock" } as const)[name],
            title: t(`landing.values.${name}.title`),
            text: t(`landing.values.${name}.text`),
          })),
        }}
      />
    </>
  );
}

/** Of the promises, those that this site has something to keep for. */
function promises() {
  const { payments } = edge().domain.features;
  return (["labels", "timers", "credits"] as const).filter((name) => name !== "timers" || payments);
}

function hero(): LandingProps["hero"] {
  const { t, settings } = edge();
  const photos = [1, 2, 3, 4, 5].map((n) => ({
    src: `/landing/portrait-${n}.svg`,
    alt: t("landing.collageAlt"),
    name: settings.name,
  }));
  const points = [t("landing.points.free"), t("landing.points.adults", { age: settings.min_age })];
  if (settings.signup_credits > 0) points.push(t("landing.points.bonus", { count: settings.signup_credits }));
  return {
    title: siteWords().title,
    intro: siteWords().description,
    points,
    collage: <Collage caption={t("landing.collage")} photos={photos} />,
    form: <SignupForm />,
  };
}

/** The last words: the way in, which for most visitors of a domain by invitation is the log-in. */
function closing(): LandingProps["closing"] {
  const { t, settings } = edge();
  const title = t("landing.closing.title");
  if (!signupOpen()) {
    const action = (
      <ButtonLink href="/login" size="l">
        {t("login.submit")}
      </ButtonLink>
    );
    return { title, text: t("signup.closed.text", { site: settings.name }), action };
  }
  const action = (
    <ButtonLink href="#signup" size="l">
      {t("landing.closing.action")}
    </ButtonLink>
  );
  return { title, text: t(settings.signup_credits > 0 ? "landing.closing.text" : "landing.closing.plain"), action };
}

function questions(): LandingProps["faq"]["items"] {
  const { t, settings } = edge();
  return [
    { question: t("landing.faq.cost.question"), answer: t("landing.faq.cost.answer", { count: settings.message_credits }) },
    {
      question: t("landing.faq.real.question"),
      answer: t(settings.fictional_profiles ? "landing.faq.real.some" : "landing.faq.real.all"),
    },
    { question: t("landing.faq.mail.question"), answer: t("landing.faq.mail.answer") },
    { question: t("landing.faq.age.question"), answer: t("landing.faq.age.answer", { age: settings.min_age }) },
  ];
}
