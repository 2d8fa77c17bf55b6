"use client";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { ChatTexts } from "./chat-texts.ts";
import css from "./photo-message.module.css";
import type { Pending } from "./thread.client.ts";
import type { ThreadParts } from "./thread-props.ts";

interface PhotoMessageProps {
  message: Message;
  own: boolean;
  cdn: string;
  texts: Pick<ChatTexts, "photo">;
}

/** A received photo is covered until it is asked for; checkbox and popover need no script. */
export function PhotoMessage({ message, own, cdn, texts: { photo: words } }: PhotoMessageProps) {
  const { photo, id } = message;
  const note = noteOf(message, own, words);
  if (!photo?.filename) return <p className={css.note}>{note ?? words.word}</p>;
  const viewer = `photo-${id}`;
  const size = { width: photo.width ?? undefined, height: photo.height ?? undefined };
  return (
    <>
      <div className={css.photo}>
        {!own && (
          <label className={css.cover}>
            {photo.preview && <img alt="" className={css.preview} src={photo.preview} />}
            <input className={css.box} type="checkbox" />
            <span className={css.show}>
              <Icon name="eye" size="s" />
              {words.show}
            </span>
          </label>
        )}
        <button aria-label={words.large} className={css.open} popoverTarget={viewer} type="button">
          <img alt={words.word} className={css.picture} src={cdn + (photo.card_filename ?? photo.filename)} {...size} />
        </button>
      </div>
      {note && <p className={css.note}>{note}</p>}
      <div className={css.viewer} id={viewer} popover="auto">
        <img alt={words.word} className={css.whole} loading="lazy" src={cdn + photo.filename} {...size} />
        <button aria-label={words.close} className={css.close} popoverTarget={viewer} popoverTargetAction="hide" type="button">
          <Icon name="close" />
        </button>
      </div>
    </>
  );
}

function noteOf({ photo, price }: Message, own: boolean, words: ChatTexts["photo"]): string | null {
  if (!photo || photo.state === "gone") return words.gone;
  if (photo.state === "inspection") return own ? words.inspection : words.awaited;
  if (photo.state === "active") return null;
  if (!own) return words.refused;
  return price ? `${words.rejected} ${words.back}` : words.rejected;
}

interface PendingPhotoProps {
  photo: NonNullable<Pending["photo"]>;
  sending: boolean;
  texts: Pick<ChatTexts, "photo">;
}

export function PendingPhoto({ photo: { url, share }, sending, texts: { photo: words } }: PendingPhotoProps) {
  return (
    <>
      <img alt={words.word} className={css.picture} src={url} />
      {sending && (
        <div className={css.progress}>
          <ProgressBar label={words.sending} max={1} value={share} />
        </div>
      )}
    </>
  );
}

/** Above the field, whose text becomes the caption. */
export function PickedPhoto({ texts, photos }: { texts: ChatTexts; photos: ThreadParts["state"]["photos"] }) {
  const { picked, drop } = photos;
  if (!picked) return null;
  return (
    <div className={css.picked}>
      <img alt={texts.photo.word} className={css.thumb} src={picked.url} />
      <strong>{texts.photo.send}</strong>
      <Button icon="close" iconOnly onClick={drop} type="button" variant="quiet">
        {texts.actions.cancel}
      </Button>
    </div>
  );
}
