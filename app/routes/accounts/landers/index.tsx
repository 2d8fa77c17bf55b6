import { redirect } from "react-router";
import { Landing, type LandingProps } from "#app/features/accounts/landers/front-page.tsx";
import { facts } from "#app/features/accounts/landers/lander.tsx";
import { ownQuestions } from "#app/features/accounts/landers/own-questions.ts";
import { peopleOf } from "#app/features/accounts/landers/people.ts";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { signupOpen } from "#app/features/people/identity/flow.ts";
import { siteDescription } from "#app/head/site-description.ts";
import { Title } from "#app/head/title.tsx";
import { hasFlash } from "#app/request/flash.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { nicheOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { sayOwn } from "#worker/sites/domains/own-words.vocabulary.ts";
import css from "./index.module.css";

export async function loader() {
  if (await edge().user()) throw redirect("/members");
  return null;
}

export function ServerComponent() {
  const { t } = edge();
  return (
    <>
      <Title description={siteDescription().description}>{siteDescription().title}</Title>
      {hasFlash("logged_out") && (
        <div className={`container ${css.note}`}>
          <Alert first icon="logout" title={t("sessions.login.logged_out")} tone="success" />
        </div>
      )}
      <Landing
        closing={closing()}
        faq={{ title: t("landers.front.faq.title"), items: questions() }}
        hero={hero()}
        honesty={{
          title: t("landers.front.honesty.title"),
          intro: t("landers.front.honesty.intro"),
          items: promises().map((name) => ({
            icon: ({ labels: "eye", timers: "bell", credits: "coin" } as const)[name],
            title: t(`landers.front.honesty.${name}.title`),
            text: t(`landers.front.honesty.${name}.text`),
          })),
        }}
        steps={{
          title: t("landers.front.steps.title"),
          items: ([signupOpen() ? "one" : "invited", "two", "three"] as const).map((name) => ({
            title: t(`landers.front.steps.${name}.title`),
            text: t(`landers.front.steps.${name}.text`),
          })),
        }}
        bar={signupOpen() ? t("signup.title") : undefined}
        own={own()}
      />
    </>
  );
}

function promises() {
  const { payments } = edge().domain.features;
  return (["labels", "timers", "credits"] as const).filter((name) => name !== "timers" || payments);
}

function hero(): LandingProps["hero"] {
  const { domain, language } = edge();
  return {
    title: siteDescription().title,
    intro: siteDescription().description,
    points: [...domain.words.points.flatMap((point) => sayOwn(point, language) ?? []), ...facts()],
    form: <SignupForm folded />,
  };
}

function own(): LandingProps["own"] {
  const { t, settings } = edge();
  const niche = nicheOf(settings);
  return {
    title: t(`landers.niche.${niche}.own.title`),
    text: t(`landers.niche.${niche}.own.text`),
    items: (["search", "chat", "privacy"] as const).map((name) => ({
      title: t(`landers.front.values.${name}.title`),
      text: t(`landers.front.values.${name}.text`),
    })),
    people: peopleOf(settings).slice(2, 4),
  };
}

function closing(): LandingProps["closing"] {
  const { t, settings } = edge();
  const title = t("landers.front.closing.title");
  if (!signupOpen()) {
    const action = (
      <ButtonLink href="/login" size="l">
        {t("sessions.login.submit")}
      </ButtonLink>
    );
    return { title, text: t("signup.closed.text", { site: settings.name }), action };
  }
  const action = (
    <ButtonLink href="#signup" size="l">
      {t("landers.front.closing.action")}
    </ButtonLink>
  );
  return { title, text: t(settings.signup_credits > 0 ? "landers.front.closing.text" : "landers.front.closing.plain"), action };
}

function questions(): LandingProps["faq"]["items"] {
  const { t, settings } = edge();
  return [
    {
      question: t("landers.front.faq.cost.question"),
      answer: t("landers.front.faq.cost.answer", { count: settings.message_credits }),
    },
    {
      question: t("landers.front.faq.real.question"),
      answer: t(settings.fictional_profiles ? "landers.front.faq.real.some" : "landers.front.faq.real.all"),
    },
    { question: t("landers.front.faq.mail.question"), answer: t("landers.front.faq.mail.answer") },
    { question: t("landers.front.faq.age.question"), answer: t("landers.front.faq.age.answer", { age: settings.min_age }) },
    ...ownQuestions(),
  ];
}
