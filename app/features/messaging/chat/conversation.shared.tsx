import type { HTMLAttributes, ReactNode, Ref } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import css from "./conversation.module.css";

export type ConversationProps = {
  header: ReactNode;
  /** Above the messages: a warning, or the limit of visible history. */
  notice?: ReactNode;
  older?: ReactNode;
  /** Bubbles and day dividers, oldest first. */
  children: ReactNode;
  /** TypingDots while the partner types. */
  typing?: ReactNode;
  composer: ReactNode;
  label: string;
  /** Attributes for an island that observes the scroll position. */
  log?: HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> };
  /** Overlay at the end of the messages: the link to new messages below. */
  news?: ReactNode;
  /** Announces arrivals; then the log itself is silent. */
  arrivals?: ReactNode;
  onSubmit?: HTMLAttributes<HTMLElement>["onSubmit"];
};

/** Messages sit at the bottom from first paint, without JavaScript. */
export function Conversation(props: ConversationProps) {
  const { header, notice, older, children, typing, composer, label, log, news, arrivals, onSubmit } = props;
  const live = arrivals ? "off" : undefined;
  return (
    <section aria-label={label} className={css.conversation} onSubmit={onSubmit}>
      {header}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields */}
      <div {...log} aria-label={label} className={css.scroller} data-scroller="" role="group" tabIndex={0}>
        <div className={css.messages}>
          {older && <div className={css.older}>{older}</div>}
          {notice}
          <div aria-label={label} aria-live={live} className={css.log} role="log">
            {children}
          </div>
          {typing}
          {arrivals}
        </div>
      </div>
      <div className={css.bottom}>
        {news && <div className={css.news}>{news}</div>}
        {composer}
      </div>
    </section>
  );
}

export type ConversationHeaderProps = {
  /** Absent beside the list. */
  back?: { href: string; label: string };
  profileHref: string;
  name: string;
  avatar?: string | null;
  online?: string | false;
  /** E.g. "online" or "last seen today"; a live region announces changes. */
  status?: ReactNode;
  badge?: ReactNode;
  menu?: ReactNode;
  muted?: string | false;
  heading?: "h1" | "h2";
};

export function ConversationHeader(props: ConversationHeaderProps) {
  const { back, profileHref, name, avatar, online, status, badge, menu, muted, heading: Heading = "h1" } = props;
  return (
    <header className={css.header}>
      {back && (
        <ButtonLink className={css.back} href={back.href} icon="back" iconOnly variant="quiet">
          {back.label}
        </ButtonLink>
      )}
      <a className={css.partner} href={profileHref}>
        <Avatar name={name} online={online} src={avatar} />
        <div className={css.words}>
          <Heading className={css.name} dir="auto">
            {name}
          </Heading>
          {(badge || status || muted) && (
            <div className={css.status}>
              {muted && <Icon label={muted} name="bell-off" size="s" />}
              {badge}
              {status}
            </div>
          )}
        </div>
      </a>
      {menu}
    </header>
  );
}
