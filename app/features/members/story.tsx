import { ReportMenu } from "#app/features/reports/report-menu.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { LikePart } from "#worker/members/members.contract.ts";
import { FirstLine, Heart } from "./like-part.tsx";
import css from "./profile-menu.module.css";
import type { StoryPhoto, StoryPrompt } from "./profile-view.tsx";
import { promptText } from "./prompts.ts";

type Shown = Pick<CallOutput<"member">, "profile" | "relation">;

export function photosOf(shown: Shown): StoryPhoto[] {
  const { t, settings } = edge();
  const { profile, relation } = shown;
  return profile.photos.map(({ id, filename, status, preview, private: chosen }, index) => {
    const liked =
      relation?.part !== null && relation?.part !== undefined && "photo" in relation.part && relation.part.photo === id;
    const alt = t("members.profile.photo", { number: index + 1, name: profile.name });
    return {
      id: id || String(index),
      src: settings.cdn_prefix + filename,
      alt,
      menu: id !== "" && relation && <ReportMenu className={css.trigger} kind="photo" object={id} of={alt} />,
      preview,
      state: status === "inspection" && t("members.profile.inspected"),
      badge: chosen && (
        <Badge tone="photo">
          <Icon name="lock" size="s" />
          {t("photos.own.private")}
        </Badge>
      ),
      ...(id !== "" && relation && likable(shown, { photo: id }, liked)),
    };
  });
}

export function promptsOf(shown: Shown): StoryPrompt[] {
  const { profile, relation } = shown;
  return profile.prompts.map(({ question, answer }) => {
    const part = relation?.part;
    const liked = part !== null && part !== undefined && "question" in part && part.question === question;
    return {
      id: question,
      question: promptText(question),
      answer,
      menu: relation && <ReportMenu kind="prompt" object={`${profile.id}/${question}`} of={promptText(question)} />,
      ...(relation && likable(shown, { question }, liked)),
    };
  });
}

function likable({ profile, relation }: Shown, part: LikePart, liked: boolean) {
  const heart = <Heart liked={liked} part={part} profile={profile.id} />;
  return { heart, line: liked && relation?.conversation === null && <FirstLine profile={profile} /> };
}
