import type { ReactNode } from "react";
import { Chip, ChipItems } from "#app/ui/chip.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { InterestIcon } from "#app/ui/interest-icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import type { Interest } from "#db/schema/interests.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { Heart } from "./like-part.tsx";
import css from "./profile-view.module.css";
import { Answer, Shot, type StoryPhoto, type StoryPrompt } from "./story-parts.tsx";

export type Fact = { label: string; value: string; icon?: IconName; interest?: Interest; shared?: boolean };
export type Facts = { items: readonly Fact[] /** Behind "More". */; more: readonly Fact[] };

export type ProfileViewProps = {
  name: string;
  /** Name, badges and place on the first photo; must include the fictional badge of a fictional profile. */
  caption: ReactNode;
  label: string;
  photos: readonly StoryPhoto[];
  /** After the last photo, e.g. a log-in link for the locked ones. */
  wall?: ReactNode;
  privates?: ReactNode;
  shared?: { title: string; items: readonly Fact[] };
  /** Intimate interests that both ticked: named only when opened. */
  ticked?: { title: string; items: readonly Fact[] };
  prompts: readonly StoryPrompt[];
  facts: Facts;
  about?: { title: string; text: string };
  gifts?: ReactNode;
  /** Pass, like and message, as forms or links. Sticky on phones. */
  actions: ReactNode;
  /** Smaller first contacts, e.g. an icebreaker. */
  opener?: ReactNode;
  menu?: ReactNode;
  notice?: ReactNode;
  back?: { href: string; label: string };
};

/** The profile as a story: photos with answers and facts between them. */
export function ProfileView(props: ProfileViewProps) {
  const { photos, prompts, notice, back, actions, opener, wall, privates, gifts } = props;
  const [first, second, third, ...rest] = photos;
  const [one, two, three] = prompts;
  return (
    <article className={css.profile}>
      {back && <Back {...back} />}
      {notice && <div className={css.notice}>{notice}</div>}
      <div className={css.lead}>
        <Hero {...props} photo={first} />
        <div className={css.actions}>{actions}</div>
      </div>
      <div className={css.story}>
        <Shared {...props} />
        {first?.line && <div id="liked">{first.line}</div>}
        {opener && <div className={css.opener}>{opener}</div>}
        {one && <Answer {...one} />}
        {second && <Shot {...second} />}
        <FactsSection {...props} />
        {two && <Answer {...two} />}
        {third && <Shot {...third} />}
        <About {...props} />
        {three && <Answer {...three} />}
        {rest.map((photo) => (
          <Shot key={photo.id} {...photo} />
        ))}
        {privates}
        {wall && <div className={css.wall}>{wall}</div>}
        {gifts}
      </div>
    </article>
  );
}

function Back({ href, label }: { href: string; label: string }) {
  return (
    <a className={css.back} href={href}>
      <Icon name="back" size="s" />
      <span className={css.backLabel}>{label}</span>
    </a>
  );
}

function Hero({ name, caption, menu, label, photo }: ProfileViewProps & { photo?: StoryPhoto }) {
  return (
    <section aria-label={label} className={css.hero}>
      <div className={css.first} data-morph-to="">
        <Photo
          alt={photo?.alt ?? ""}
          eager
          name={name}
          preview={photo?.preview}
          src={photo?.src}
          state={photo?.inspected && edge().t("members.profile.inspected")}
        />
      </div>
      {menu && <div className={css.menu}>{menu}</div>}
      {caption}
      {photo?.profile && photo.part && (
        <Heart liked={photo.liked ?? false} match={photo.match} part={photo.part} profile={photo.profile} />
      )}
    </section>
  );
}

function Chips({ items }: { items: readonly Fact[] }) {
  return (
    <ChipItems>
      {items.map((fact) => (
        <FactChip key={`${fact.label} ${fact.value}`} {...fact} />
      ))}
    </ChipItems>
  );
}

function FactChip({ label, value, icon, interest, shared }: Fact) {
  return (
    <li>
      <Chip drawing={interest && <InterestIcon name={interest} />} icon={icon}>
        {label && <span className="visually-hidden">{label}: </span>}
        {value}
        {shared && <Icon name="check" size="s" />}
      </Chip>
    </li>
  );
}

function Shared({ shared, ticked }: ProfileViewProps) {
  const [open, paired] = [shared?.items ?? [], ticked?.items ?? []];
  if (open.length + paired.length === 0) return null;
  return (
    <section className={css.section}>
      {shared && open.length > 0 && (
        <>
          <h2 className={css.question}>{shared.title}</h2>
          <Chips items={open} />
        </>
      )}
      {ticked && paired.length > 0 && (
        <details className={css.ticked}>
          <summary>
            <Chip icon="lock">
              {ticked.title}
              <Icon name="chevron-down" size="s" />
            </Chip>
          </summary>
          <Chips items={paired} />
        </details>
      )}
    </section>
  );
}

function FactsSection({ facts: { items, more } }: ProfileViewProps) {
  if (items.length === 0 && more.length === 0) return null;
  return (
    <section className={css.section}>
      <h2 className={css.title}>{edge().t("members.profile.facts")}</h2>
      {items.length > 0 && <Chips items={items} />}
      {more.length > 0 && <More facts={more} />}
    </section>
  );
}

function More({ facts }: { facts: readonly Fact[] }) {
  return (
    <Disclosure summary={edge().t("members.profile.more")}>
      <dl>
        {facts.map((fact) => (
          <Row {...fact} key={fact.label} />
        ))}
      </dl>
    </Disclosure>
  );
}

function Row({ label, value }: Fact) {
  return (
    <div className={css.row}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function About({ about }: ProfileViewProps) {
  if (!about) return null;
  return (
    <section className={css.section}>
      <h2 className={css.title}>{about.title}</h2>
      <p className={css.about} dir="auto">
        {about.text}
      </p>
    </section>
  );
}
