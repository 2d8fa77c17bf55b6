import type { ReactNode } from "react";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import css from "./profile-view.module.css";

export type StoryPhoto = {
  id: string;
  src?: string;
  alt: string;
  /** Blurred preview, until the picture is there. */
  preview?: string | null;
  state?: ReactNode;
  badge?: ReactNode;
  heart?: ReactNode;
  line?: ReactNode;
  /** Not shown on the first photo, where the profile's menu is. */
  menu?: ReactNode;
};

export type StoryPrompt = Pick<StoryPhoto, "id" | "heart" | "line" | "menu"> & { question: string; answer: string };

export type Fact = { label: string; value: string; icon?: IconName; drawing?: ReactNode; shared?: boolean };

export type ProfileViewProps = {
  name: string;
  age: number | string;
  place?: string;
  online?: string | false;
  /** Badges on the first photo; must include the fictional badge of a fictional profile. */
  badges?: ReactNode;
  label: string;
  photos: readonly StoryPhoto[];
  /** After the last photo, e.g. a log-in link for the locked ones. */
  wall?: ReactNode;
  privates?: ReactNode;
  shared?: { title: string; items: readonly Fact[] };
  prompts: readonly StoryPrompt[];
  facts: { title: string; items: readonly Fact[]; more: readonly Fact[]; moreLabel: string };
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

const SIZES = "(min-width: 768px) 32rem, 100vw";

/** The profile as a story: photos with answers and facts between them. */
export function ProfileView(props: ProfileViewProps) {
  const { photos, prompts, notice, back, actions, opener, wall, privates, gifts } = props;
  const [first, second, third, ...rest] = photos;
  const [one, two, three] = prompts;
  return (
    <article className={css.profile}>
      {back && (
        <a className={css.back} href={back.href}>
          <Icon name="back" size="s" />
          <span className={css.backLabel}>{back.label}</span>
        </a>
      )}
      {notice && <div className={css.notice}>{notice}</div>}
      <Hero {...props} photo={first} />
      <div className={css.story}>
        <Shared {...props} />
        {first?.line && <div id="liked">{first.line}</div>}
        <div className={css.actions}>{actions}</div>
        {opener && <div className={css.opener}>{opener}</div>}
        {one && <Answer {...one} />}
        {second && <Shot name={props.name} photo={second} />}
        <Facts {...props} />
        {two && <Answer {...two} />}
        {third && <Shot name={props.name} photo={third} />}
        <About {...props} />
        {three && <Answer {...three} />}
        {rest.map((photo) => (
          <Shot key={photo.id} name={props.name} photo={photo} />
        ))}
        {privates}
        {wall && <div className={css.wall}>{wall}</div>}
        {gifts}
      </div>
    </article>
  );
}

function Hero({ name, age, place, online, badges, menu, label, photo }: ProfileViewProps & { photo?: StoryPhoto }) {
  return (
    <section aria-label={label} className={css.hero}>
      <div className={css.first} data-morph-to="">
        <Photo
          alt={photo?.alt ?? ""}
          eager
          name={name}
          preview={photo?.preview}
          sizes={SIZES}
          src={photo?.src}
          state={photo?.state}
        />
      </div>
      {menu && <div className={css.menu}>{menu}</div>}
      <div className={css.caption}>
        {badges && <div className={css.badges}>{badges}</div>}
        <h1 className={css.name}>
          {name} <span className={css.age}>{age}</span>
        </h1>
        <p className={css.meta}>
          {place && (
            <span className={css.fact}>
              <Icon name="pin" size="s" />
              {place}
            </span>
          )}
          {online && <span className={css.online}>{online}</span>}
        </p>
      </div>
      {photo?.heart}
    </section>
  );
}

function Shot({ name, photo: { alt, src, preview, state, badge, heart, line, menu } }: { name: string; photo: StoryPhoto }) {
  return (
    <div className={css.part} id={line ? "liked" : undefined}>
      <div className={css.shot}>
        <Photo alt={alt} name={name} preview={preview} sizes={SIZES} src={src} state={state} />
        {badge && <div className={css.badge}>{badge}</div>}
        {menu && <div className={css.menu}>{menu}</div>}
        {heart}
      </div>
      {line}
    </div>
  );
}

function Answer({ question, answer, heart, line, menu }: StoryPrompt) {
  return (
    <section className={css.part} id={line ? "liked" : undefined}>
      <div className={css.prompt}>
        <h2 className={css.question}>{question}</h2>
        <p className={css.answer} dir="auto">
          {answer}
        </p>
        {menu && <div className={css.menu}>{menu}</div>}
        {heart}
      </div>
      {line}
    </section>
  );
}

function Chips({ items }: { items: readonly Fact[] }) {
  return (
    <ChipList>
      {items.map(({ label, value, icon, drawing, shared }) => (
        <Chip drawing={drawing} icon={icon} key={`${label} ${value}`}>
          {label && <span className="visually-hidden">{label}: </span>}
          {value}
          {shared && <Icon name="check" size="s" />}
        </Chip>
      ))}
    </ChipList>
  );
}

function Shared({ shared }: ProfileViewProps) {
  if (!shared || shared.items.length === 0) return null;
  return (
    <section className={css.section}>
      <h2 className={css.question}>{shared.title}</h2>
      <Chips items={shared.items} />
    </section>
  );
}

function Facts({ facts: { title, items, more, moreLabel } }: ProfileViewProps) {
  if (items.length + more.length === 0) return null;
  return (
    <section className={css.section}>
      <h2 className={css.title}>{title}</h2>
      {items.length > 0 && <Chips items={items} />}
      {more.length > 0 && (
        <Disclosure summary={moreLabel}>
          <dl>
            {more.map(({ label, value }) => (
              <div className={css.row} key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
    </section>
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
