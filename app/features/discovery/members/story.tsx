import { reportPlace } from "#app/features/backoffice/reports/report-menu.tsx";
import { initialOf, tintClass } from "#app/ui/tint.ts";
import type { LikePart } from "#worker/discovery/members/members.contract.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { FirstLine } from "./like-part.tsx";
import { promptText } from "./prompts.ts";
import type { StoryPhoto, StoryPrompt } from "./story-parts.tsx";

type Shown = Pick<CallOutput<"member">, "profile" | "relation">;

export function photosOf(shown: Shown): StoryPhoto[] {
  const { t, settings } = edge();
  const { profile, relation } = shown;
  const none = { tint: tintClass(profile.name), initial: initialOf(profile.name) };
  return profile.photos.map(({ id, filename, status, preview, private: chosen }, index) => {
    const part = relation?.part;
    const liked = part !== null && part !== undefined && "photo" in part && part.photo === id;
    return {
      ...none,
      id: id || String(index),
      src: settings.cdn_prefix + filename,
      alt: t("members.profile.photo", { number: index + 1, name: profile.name }),
      preview,
      inspected: status === "inspection",
      chosen: Boolean(chosen),
      ...(id !== "" && relation && { ...reportPlace("photo", id), ...likable(shown, { photo: id }, liked) }),
    };
  });
}

export function promptsOf(shown: Shown): StoryPrompt[] {
  const { profile, relation } = shown;
  return profile.prompts.map(({ question, answer }) => {
    const part = relation?.part;
    const liked = part !== null && part !== undefined && "question" in part && part.question === question;
    return {
      question: promptText(question),
      answer,
      ...(relation && {
        ...reportPlace("prompt", `${profile.id}/${question}`),
        ...likable(shown, { question }, liked),
      }),
    };
  });
}

function likable({ profile, relation }: Shown, part: LikePart, liked: boolean) {
  return {
    profile: profile.id,
    part: "photo" in part ? part.photo : part.question,
    liked,
    line: liked && relation?.conversation === null && <FirstLine profile={profile} />,
  };
}
