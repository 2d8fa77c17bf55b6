import type { HTMLAttributes, ReactNode, Ref } from "react";
import { Avatar } from "#app/ui/avatar.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import css from "./conversation.module.css";

export type ConversationProps = {
  header: ReactNode;
  /** Above the messages: a warning, or that older ones are no longer visible. */
  notice?: ReactNode;
  /** A link or button that loads older messages. */
  older?: ReactNode;
  /** Bubbles and day dividers, oldest first. */
  children: ReactNode;
  /** TypingDots, when somebody is. */
  typing?: ReactNode;
  composer: ReactNode;
  /** Accessible name of the messages. */
  label: string;
  /** For an island that watches the scroll position. */
  log?: HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> };
  /** Over the end of the messages: what leads to one that came below. */
  news?: ReactNode;
  onSubmit?: HTMLAttributes<HTMLElement>["onSubmit"];
};

/** Header, messages, composer. The messages stand at the bottom from the first paint, without script. */
export function Conversation(props: ConversationProps) {
  const { header, notice, older, children, typing, composer, label, log, news, onSubmit } = props;
  return (
    <section aria-label={label} className={css.conversation} onSubmit={onSubmit}>
      {header}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div {...log} className={css.scroller} tabIndex={0}>
        <div className={css.messages}>
          {older && <div className={css.older}>{older}</div>}
          {notice}
          <div aria-label={label} className={css.log} role="log">
            {children}
          </div>
          {typing}
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
  back: { href: string; label: string };
  profileHref: string;
  name: string;
  avatar?: string | null;
  online?: string | false;
  /** "online", "last seen today"; also said aloud when it changes. */
  status?: ReactNode;
  /** The fictional badge, where it applies. */
  badge?: ReactNode;
  menu?: ReactNode;
};

export function ConversationHeader({ back, profileHref, name, avatar, online, status, badge, menu }: ConversationHeaderProps) {
  return (
    <header className={css.header}>
      <ButtonLink className={css.back} href={back.href} icon="back" iconOnly variant="quiet">
        {back.label}
      </ButtonLink>
      <a className={css.partner} href={profileHref}>
        <Avatar name={name} online={online} src={avatar} />
        <div className={css.words}>
          <h1 className={css.name}>{name}</h1>
          {(badge || status) && (
            <div className={css.status}>
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
