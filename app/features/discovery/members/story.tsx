import { voiceTexts } from "#app/features/delivery/voices/voice-texts.ts";
import { faceOf } from "#app/features/discovery/likes/moment.tsx";
import type { LikePart } from "#worker/discovery/members/members.contract.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { FirstLine } from "./like-part.tsx";
import { promptText } from "./prompts.ts";
import { Spoken } from "./spoken.client.tsx";
import type { StoryPhoto, StoryPrompt } from "./story-parts.tsx";

type Shown = Pick<CallOutput<"member">, "profile" | "relation">;

export function photosOf(shown: Shown): StoryPhoto[] {
  const { t, settings } = edge();
  const { profile, relation } = shown;
  return profile.photos.map(({ id, filename, status, preview, private: chosen }, index) => {
    const part = relation?.part;
    const liked = part !== null && part !== undefined && "photo" in part && part.photo === id;
    return {
      id: id || String(index),
      name: profile.name,
      src: settings.cdn_prefix + filename,
      alt: t("members.profile.photo", { number: index + 1, name: profile.name }),
      preview,
      inspected: status === "inspection",
      chosen: Boolean(chosen),
      ...(id !== "" && relation && { object: id, ...likable(shown, { photo: id }, liked) }),
    };
  });
}

export function promptsOf(shown: Shown): StoryPrompt[] {
  const { profile, relation } = shown;
  const { settings } = edge();
  return profile.prompts.map(({ question, answer, voice }) => {
    const part = relation?.part;
    const liked = part !== null && part !== undefined && "question" in part && part.question === question;
    return {
      question: promptText(question),
      answer,
      voice: voice && (
        <Spoken label={profile.name} src={settings.cdn_prefix + voice.filename} texts={voiceTexts()} voice={voice} />
      ),
      ...(relation && { object: `${profile.id}/${question}`, ...likable(shown, { question }, liked) }),
    };
  });
}

function likable({ profile, relation }: Shown, part: LikePart, liked: boolean) {
  return {
    profile: profile.id,
    part,
    liked,
    match: matchOf({ profile, relation }),
    line: liked && relation?.conversation === null && <FirstLine profile={profile} />,
  };
}

/** Whose like would be answered by one: the moment of the match is shown at the press. */
export function matchOf({ profile, relation }: Shown) {
  return relation?.likes_me && !relation.liked ? faceOf(profile) : undefined;
}
