import type { ReactNode } from "react";
import { Chip, ChipList } from "#app/ui/chip.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Gallery, type GalleryProps } from "./gallery.tsx";
import css from "./profile-view.module.css";

export type ProfileViewProps = {
  name: string;
  age: number | string;
  place?: string;
  /** "online", when so. */
  online?: string | false;
  /** Last activity, e.g. "last seen today". */
  seen?: string;
  /** Badges beside the name; must include the fictional badge of a fictional profile. */
  badges?: ReactNode;
  gallery: GalleryProps;
  /** Like and message, as forms or links. Sticky on phones. */
  actions: ReactNode;
  /** A smaller first contact below the buttons, e.g. an icebreaker. */
  opener?: ReactNode;
  menu?: ReactNode;
  /** A warning or error above the profile. */
  notice?: ReactNode;
  about?: { title: string; text: string };
  facts?: { title: string; items: readonly { label: string; value: string; icon?: IconName }[] };
  /** Received gifts. */
  gifts?: ReactNode;
  interests?: { title: string; items: readonly { code: string; label: string; drawing?: ReactNode }[] };
  back?: { href: string; label: string };
  children?: ReactNode;
};

export function ProfileView(props: ProfileViewProps) {
  const { name, age, place, online, seen, badges, gallery, actions, opener, menu, notice, back, children } = props;
  return (
    <article className={css.profile}>
      {back && (
        <a className={css.back} href={back.href}>
          <Icon name="back" size="s" />
          <span className={css.backLabel}>{back.label}</span>
        </a>
      )}
      {notice && <div className={css.notice}>{notice}</div>}
      <div className={css.gallery}>
        <Gallery {...gallery} />
      </div>
      <div className={css.details}>
        <header className={css.header}>
          <div className={css.heading}>
            <h1 className={css.name}>
              {name}
              <span className={css.age}>{age}</span>
            </h1>
            {menu}
          </div>
          {badges && <div className={css.badges}>{badges}</div>}
          <p className={css.meta}>
            {place && (
              <span className={css.fact}>
                <Icon name="pin" size="s" />
                {place}
              </span>
            )}
            {online && <span className={css.online}>{online}</span>}
            {seen && !online && (
              <span className={css.fact}>
                <Icon name="clock" size="s" />
                {seen}
              </span>
            )}
          </p>
        </header>
        <div className={css.actions}>{actions}</div>
        {opener && <div className={css.opener}>{opener}</div>}
        <Facts {...props} />
      </div>
      {children && <div className={css.more}>{children}</div>}
    </article>
  );
}

function Facts({ about, facts, gifts, interests }: ProfileViewProps) {
  return (
    <>
      {about && (
        <section className={css.section}>
          <h2 className={css.title}>{about.title}</h2>
          <p className={css.about} dir="auto">
            {about.text}
          </p>
        </section>
      )}
      {gifts}
      {interests && interests.items.length > 0 && (
        <section className={css.section}>
          <h2 className={css.title}>{interests.title}</h2>
          <ChipList>
            {interests.items.map(({ code, label, drawing }) => (
              <Chip drawing={drawing} key={code}>
                {label}
              </Chip>
            ))}
          </ChipList>
        </section>
      )}
      {facts && facts.items.length > 0 && (
        <section className={css.section}>
          <h2 className={css.title}>{facts.title}</h2>
          <dl className={css.facts}>
            {facts.items.map((item) => (
              <div className={css.row} key={item.label}>
                <dt>{item.label}</dt>
                <dd>{item.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
