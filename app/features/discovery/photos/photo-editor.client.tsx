"use client";
import { useEffect, useRef } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { AddPhotos } from "./add-photos.client.tsx";
import css from "./photo-editor.module.css";
import type { PhotoEditorProps } from "./photo-editor-props.ts";
import { PhotoTile, RejectedPhoto } from "./photo-tile.client.tsx";
import { sortByDrag } from "./sorting.client.ts";
import { useOwnPhotos } from "./use-own-photos.client.ts";
import { type Upload, useUploads } from "./use-uploads.client.ts";

/** Fewest places in the grid: the first is as large as four. */
const PLACES = 6;

/** The member's photos. Scripts add dragging, parallel uploads and cropping; without them each button is a form. */
export function PhotoEditor(props: PhotoEditorProps) {
  const { max, premium, texts } = props;
  const list = useRef<HTMLUListElement>(null);
  const { own, said, change, reorder, receive, lose } = useOwnPhotos(props, list);
  const shown = own.filter(({ status }) => status !== "rejected");
  const rejected = own.filter(({ status }) => status === "rejected");
  const uploads = useUploads(receive);
  const sending = uploads.list.filter(({ file }) => file !== null);
  const taken = shown.length + sending.length;
  const room = Math.max(0, max - taken);
  const places = Math.min(max, Math.max(PLACES, Math.ceil((taken + 1) / 3) * 3));

  useEffect(() => (list.current ? sortByDrag(list.current, reorder) : undefined), [reorder]);

  const move = (id: string, by: number) => {
    const ids = shown.map((photo) => photo.id);
    const from = ids.indexOf(id);
    const to = Math.max(0, Math.min(ids.length - 1, from + by));
    if (from === to) return;
    ids.splice(to, 0, ...ids.splice(from, 1));
    reorder(ids, id);
  };
  const running = uploads.list.filter(({ state }) => state !== "failed");
  const { Tile } = uploads;
  const sent = (upload: Upload) =>
    Tile && (
      <Tile first={shown.length === 0 && upload === running[0]} key={upload.id} texts={texts} upload={upload} uploads={uploads} />
    );
  return (
    <div className={css.editor}>
      <ul className={css.grid} ref={list}>
        {shown.map((photo, index) => (
          <PhotoTile {...props} change={change} count={shown.length} index={index} key={photo.id} move={move} photo={photo} />
        ))}
        {running.map(sent)}
        <AddPhotos
          empty={Math.max(0, Math.min(room, places - taken))}
          full={props.full}
          least={props.least}
          onLost={lose}
          room={room}
          sheets={props.sheets}
          texts={texts}
          uploads={uploads}
        />
        {premium && (
          <li className={css.locked}>
            {["one", "two", "three"].map((place) => (
              <span aria-hidden="true" className={css.closed} key={place}>
                <Icon name="lock" />
              </span>
            ))}
            <a className={css.premium} href={premium}>
              <Icon name="crown" size="s" />
              {texts.locked}
            </a>
          </li>
        )}
        {uploads.list.filter(({ state }) => state === "failed").map(sent)}
        {rejected.map((photo) => (
          <RejectedPhoto {...props} change={change} key={photo.id} photo={photo} />
        ))}
      </ul>
      {shown.length > 1 && (
        <p className={css.order} id="photo-order">
          {texts.order}
        </p>
      )}
      <p className={css.said} data-failed={said.failed || undefined} role="status">
        {said.text}
      </p>
    </div>
  );
}

// The payload of such a page must be complete (app/rendering/slim.ts).
PhotoEditor.refreshesPage = true;
