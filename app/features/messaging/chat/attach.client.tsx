"use client";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { FilePicker } from "#app/ui/file-picker.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MenuButton, MenuLink, MenuPanel, MenuTrigger } from "#app/ui/menu.tsx";
import css from "./attach.module.css";
import type { ChatTexts } from "./chat-texts.ts";
import type { ThreadParts } from "./thread-props.ts";
import { loadPictures } from "./use-photos.client.ts";

const ATTACH = "chat-attach";
const ACCEPT = "image/jpeg,image/png,image/webp";

export function AttachTrigger({ texts }: { texts: ChatTexts }) {
  return (
    <MenuTrigger id={ATTACH} label={texts.photo.more}>
      <Icon name="plus" />
    </MenuTrigger>
  );
}

interface AttachPanelProps extends Pick<ThreadParts, "giftHref" | "photoAction" | "price" | "texts" | "state"> {
  clientId: string;
  /** Null where the conversation takes no photos. */
  photos: "open" | "unanswered" | null;
  /** Null where it takes no recordings. */
  record: (() => void) | null;
}

/** Outside of the composer's form: without scripts the photo has one of its own. */
export function AttachPanel({ giftHref, photos, record, texts, ...form }: AttachPanelProps) {
  return (
    <MenuPanel className={css.panel} id={ATTACH}>
      {photos === "open" && <PhotoEntry {...form} texts={texts} />}
      {photos === "unanswered" && (
        <>
          <p aria-disabled="true" className={css.entry}>
            <Icon name="camera" size="s" />
            {texts.photo.send}
          </p>
          <p className={css.note}>{texts.photo.unanswered}</p>
        </>
      )}
      {record && photos === "open" && <VoiceEntry price={form.price} record={record} texts={texts} />}
      {giftHref && (
        <MenuLink href={giftHref} icon="gift">
          {texts.gift.send}
        </MenuLink>
      )}
    </MenuPanel>
  );
}

/** A recorder is a script: without scripts there is none. */
function VoiceEntry({ record, texts, price }: Pick<AttachPanelProps, "texts" | "price"> & { record(): void }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  return (
    <MenuButton
      icon="microphone"
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        record();
      }}
      type="button"
    >
      {texts.voice.send} <span className={css.price}>{price}</span>
    </MenuButton>
  );
}

type PhotoEntryProps = Omit<AttachPanelProps, "giftHref" | "photos" | "record">;

function PhotoEntry({ texts, state, clientId, photoAction, price }: PhotoEntryProps) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) {
    return (
      <form action={photoAction} className={css.form} noValidate>
        <input name="client_id" type="hidden" value={clientId} />
        <input name="conversation" type="hidden" value={state.conversation ?? ""} />
        <FilePicker
          accept={ACCEPT}
          aria-label={texts.photo.send}
          name="file"
          words={{ choose: texts.photo.send, chosen: texts.photo.send }}
        />
        <Button icon="camera" size="s">{`${texts.photo.send} · ${price}`}</Button>
      </form>
    );
  }
  return (
    <label className={css.entry}>
      <Icon name="camera" size="s" />
      <span>
        {texts.photo.send} <span className={css.price}>{price}</span>
      </span>
      <input
        accept={ACCEPT}
        className="visually-hidden"
        onClick={loadPictures}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (!file) return;
          void state.photos.pick(file);
          // Choosing the same file again is a change again.
          currentTarget.value = "";
          currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        }}
        type="file"
      />
    </label>
  );
}
