import type { ReactNode } from "react";
import type { Face } from "#app/features/discovery/likes/match-moment.shared.tsx";
import { ReportMenu } from "#app/features/people/reports/report-menu.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import type { LikePart } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { Heart } from "./like-part.tsx";
import menus from "./profile-menu.module.css";
import css from "./profile-view.module.css";

/** Where members may like and report a part. `object` is what a report names. */
type Likable = { object?: string; profile?: string; part?: LikePart; liked?: boolean; match?: Face | undefined };
type Line = { line?: ReactNode };

type ShownPhoto = Likable & {
  src: string;
  alt: string;
  /** Blurred preview, until the picture is there. */
  preview?: string | null;
  name: string;
  inspected: boolean;
  /** Shown to chosen members only. */
  chosen: boolean;
};
type ShownPrompt = Likable & { question: string; answer: string; voice?: ReactNode };

export type StoryPhoto = ShownPhoto & Line & { id: string };
export type StoryPrompt = ShownPrompt & Line;

export function Shot({ id: _, line, ...photo }: StoryPhoto) {
  return (
    <div className={css.part} id={line ? "liked" : undefined}>
      <ShotPhoto {...photo} />
      {line}
    </div>
  );
}

export function Answer({ line, ...prompt }: StoryPrompt) {
  return (
    <section className={css.part} id={line ? "liked" : undefined}>
      <Prompt {...prompt} />
      {line}
    </section>
  );
}

function ShotPhoto({ src, alt, name, preview, inspected, chosen, object, profile, part, liked = false, match }: ShownPhoto) {
  return (
    <div className={css.shot}>
      <Photo alt={alt} name={name} preview={preview} src={src} state={inspected && edge().t("members.profile.inspected")} />
      {chosen && (
        <div className={css.badge}>
          <Badge tone="photo">
            <Icon name="lock" size="s" />
            {edge().t("photos.own.private")}
          </Badge>
        </div>
      )}
      {object && (
        <div className={css.menu}>
          <ReportMenu className={menus.trigger} kind="photo" object={object} of={alt} />
        </div>
      )}
      {profile && part && <Heart liked={liked} match={match} part={part} profile={profile} />}
    </div>
  );
}

function Prompt({ question, answer, voice, object, profile, part, liked = false, match }: ShownPrompt) {
  return (
    <div className={css.prompt}>
      <h2 className={css.question}>{question}</h2>
      <p className={css.answer} dir="auto">
        {answer}
      </p>
      {voice}
      {object && (
        <div className={css.menu}>
          <ReportMenu kind="prompt" object={object} of={question} />
        </div>
      )}
      {profile && part && <Heart liked={liked} match={match} part={part} profile={profile} />}
    </div>
  );
}
