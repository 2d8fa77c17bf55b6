import type { ReactNode } from "react";
import {
  Drawn,
  LanderFacts,
  LanderHead,
  LanderPlace,
  LanderText,
  landerOf,
  visitorsOnly,
} from "#app/features/accounts/landers/lander.tsx";
import type { LanderPerson } from "#app/features/accounts/landers/people.ts";
import { Portrait } from "#app/features/accounts/landers/portrait.tsx";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { FictionalLabel } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { iconAddress, SVG_ICON } from "#worker/sites/pwa/icons.vocabulary.ts";
import css from "./socialnetwork.module.css";

type Post = { id: string; icon: IconName; title: string; text: string; picture?: ReactNode };

export async function loader() {
  return visitorsOnly();
}

/** A feed whose only author is the site itself. */
export function ServerComponent({ params }: { params: { slug?: string } }) {
  const { t, settings } = edge();
  const lander = landerOf("socialnetwork", params.slug);
  const posts = postsOf(lander.people);
  return (
    <div className={css.page}>
      <LanderHead lander={lander} />
      <header className={css.profile}>
        <img alt="" className={css.cover} fetchPriority="high" height={600} src="/landers/canal.svg" width={480} />
        <div className={css.self}>
          <span className={css.mark}>
            <Avatar name={settings.name} size="l" src={siteIcon()} />
          </span>
          <LanderText className={css.words} lander={lander} />
          <ButtonLink className={css.jump} href="#signup" size="l">
            {t("landers.front.closing.action")}
          </ButtonLink>
        </div>
      </header>
      <aside className={css.side}>
        <LanderPlace lander={lander} />
        <nav aria-label={t("landers.socialnetwork.topics")} className={css.topics}>
          {posts.map(({ id, icon, title }) => (
            <a className={css.topic} href={`#${id}`} key={id}>
              <Icon name={icon} size="s" />
              {title}
            </a>
          ))}
        </nav>
        <LanderFacts className={css.facts} />
        <Drawn />
      </aside>
      <section className={css.feed}>
        <h2 className="visually-hidden">{t("landers.socialnetwork.feed", { site: settings.name })}</h2>
        {posts.map((post) => (
          <Entry key={post.id} post={post} />
        ))}
        <p className={css.end}>{t("landers.socialnetwork.end")}</p>
      </section>
      <div className={css.form}>
        <SignupForm />
      </div>
    </div>
  );
}

function Entry({ post: { id, icon, title, text, picture } }: { post: Post }) {
  const { settings } = edge();
  return (
    <article className={css.post} id={id}>
      <header className={css.author}>
        <Avatar name={settings.name} src={siteIcon()} />
        <span>
          <strong>{settings.name}</strong>
          <br />
          <span className={css.handle}>{settings.domain}</span>
        </span>
        <Icon className={css.topicIcon} name={icon} />
      </header>
      <h3>{title}</h3>
      <p>{text}</p>
      {picture}
    </article>
  );
}

function postsOf(people: readonly LanderPerson[]): Post[] {
  const { t, domain, settings } = edge();
  const scene = (name: string) => (
    <img alt="" className={css.scene} decoding="async" height={600} loading="lazy" src={`/landers/${name}.svg`} width={480} />
  );
  const timers: Post = {
    id: "timers",
    icon: "clock",
    title: t("landers.front.honesty.timers.title"),
    text: t("landers.front.honesty.timers.text"),
  };
  const posts: Post[] = [
    {
      id: "talk",
      icon: "message",
      title: t("landers.front.values.chat.title"),
      text: t("landers.front.values.chat.text"),
      picture: scene("coffee"),
    },
    {
      id: "cost",
      icon: "coin",
      title: t("landers.front.faq.cost.question"),
      text: t("landers.front.faq.cost.answer", { count: settings.message_credits }),
    },
    {
      id: "privacy",
      icon: "lock",
      title: t("landers.front.values.privacy.title"),
      text: t("landers.front.values.privacy.text"),
      picture: scene("skyline"),
    },
    ...(domain.features.payments ? [timers] : []),
    { id: "search", icon: "search", title: t("landers.front.values.search.title"), text: t("landers.front.values.search.text") },
  ];
  if (!settings.fictional_profiles) return posts;
  const labelled = (
    <div className={css.faces}>
      {people.slice(0, 3).map((person) => (
        <span className={css.face} key={person.name}>
          <Portrait person={person} />
          <FictionalLabel className={css.tag}>{fictionalWord()}</FictionalLabel>
        </span>
      ))}
    </div>
  );
  const { title, text } = { title: t("landers.front.honesty.labels.title"), text: t("landers.front.honesty.labels.text") };
  return posts.toSpliced(1, 0, { id: "labels", icon: "eye", title, text, picture: labelled });
}

function siteIcon(): string | null {
  const { icons } = edge().domain;
  return icons && iconAddress(SVG_ICON, icons);
}
