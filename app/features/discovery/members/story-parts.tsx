import type { ReactNode } from "react";
import { PlacedReportMenu, type ReportPlace } from "#app/features/backoffice/reports/report-menu.tsx";
import { kept } from "#app/request/kept.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { Heart } from "./like-part.tsx";
import menus from "./profile-menu.module.css";
import css from "./profile-view.module.css";

/** Where members may like and report a part. */
type Likable = Partial<ReportPlace> & { profile?: string; part?: string; liked?: boolean };
type Line = { line?: ReactNode };

type ShownPhoto = Likable & {
  src: string;
  alt: string;
  /** Blurred preview, until the picture is there. */
  preview?: string | null;
  tint: string;
  initial: string;
  inspected: boolean;
  /** Shown to chosen members only. */
  chosen: boolean;
};
type ShownPrompt = Likable & { question: string; answer: string };

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

const PLACES = ["profile", "part", "menu", "report"] as const;

const ShotPhoto = kept<ShownPhoto>(
  ({ src, alt, preview, tint, initial, inspected, chosen, menu, report, profile, part, liked = false }) => (
    <div className={css.shot}>
      <Photo
        alt={alt}
        initial={initial}
        name=""
        preview={preview}
        src={src}
        state={inspected && edge().t("members.profile.inspected")}
        tint={tint}
      />
      {chosen && (
        <div className={css.badge}>
          <Badge tone="photo">
            <Icon name="lock" size="s" />
            {edge().t("photos.own.private")}
          </Badge>
        </div>
      )}
      {menu && report && (
        <div className={css.menu}>
          <PlacedReportMenu className={menus.trigger} kind="photo" menu={menu} of={alt} report={report} />
        </div>
      )}
      {profile && part && <Heart liked={liked} part={{ photo: part }} profile={profile} />}
    </div>
  ),
  ["src", "alt", "preview", "tint", "initial", ...PLACES],
);

const Prompt = kept<ShownPrompt>(
  ({ question, answer, menu, report, profile, part, liked = false }) => (
    <div className={css.prompt}>
      <h2 className={css.question}>{question}</h2>
      <p className={css.answer} dir="auto">
        {answer}
      </p>
      {menu && report && (
        <div className={css.menu}>
          <PlacedReportMenu kind="prompt" menu={menu} of={question} report={report} />
        </div>
      )}
      {profile && part && <Heart liked={liked} part={{ question: part }} profile={profile} />}
    </div>
  ),
  ["question", "answer", ...PLACES],
);
