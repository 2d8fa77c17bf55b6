"use client";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { keyOf } from "#app/ui/keys.ts";
import { LaterSheets } from "#app/ui/later-sheets.tsx";
import { fill } from "./fill.client.ts";
import css from "./photo-crop.module.css";
import type { PhotoTexts } from "./photo-texts.ts";
import { firstPart, moved, type Part, type Picture } from "./pictures.client.ts";

export interface PhotoCropProps {
  picture: Picture;
  /** Position among the pictures chosen together, from 1, and their number. */
  number: number;
  count: number;
  /** Smallest width of a part in pixels. */
  least: number;
  /** Where the picture comes from, if the member did not choose it here. */
  note: string | null;
  texts: PhotoTexts["crop"];
  sheets: string[];
  /** Null keeps the whole picture. */
  onUse: (part: Part | null) => void;
  /** Keeps this picture and all that follow whole. */
  onAll: () => void;
  onSkip: () => void;
}

const ID = "photo-crop";
/** A share of the part for a press of a key, and the factor of a step of zoom. */
const STEP = 0.03;
const ZOOM = 1.08;

/** Places a 4:5 frame on the picture: drag, pinch, wheel, slider or keys. */
export function PhotoCrop({ picture, number, count, least, note, texts, sheets, onUse, onAll, onSkip }: PhotoCropProps) {
  const [part, setPart] = useState<Part>(() => firstPart(picture));
  const skip = useRef(onSkip);
  skip.current = onSkip;
  useEffect(() => {
    const dialog = document.getElementById(ID) as HTMLDialogElement;
    const close = () => skip.current();
    dialog.showModal();
    document.getElementById(`${ID}-title`)?.focus();
    dialog.addEventListener("close", close);
    return () => dialog.removeEventListener("close", close);
  }, []);

  const most = firstPart(picture).width;
  const change = (by: Parameters<typeof moved>[2]) => setPart((now) => moved(now, picture, { least, ...by }));
  const zoomBy = (factor: number) => setPart((now) => moved(now, picture, { least, width: now.width / factor }));
  const title = count > 1 ? `${texts.title} · ${fill(texts.of, { number, count })}` : texts.title;
  return (
    <Dialog
      className={css.dialog}
      closeLabel={texts.skip}
      footer={
        <div className={css.choices}>
          <Button icon="check" onClick={() => onUse(part)} type="button">
            {texts.use}
          </Button>
          <Button onClick={() => onUse(null)} type="button" variant="secondary">
            {texts.whole}
          </Button>
          {number < count && (
            <Button onClick={onAll} type="button" variant="quiet">
              {texts.all}
            </Button>
          )}
        </div>
      }
      id={ID}
      title={title}
    >
      <LaterSheets sheets={sheets} />
      {note && <p>{note}</p>}
      <Frame change={change} label={texts.frame} part={part} picture={picture} zoomBy={zoomBy} />
      <label className={css.zoom}>
        <span className="visually-hidden">{texts.zoom}</span>
        <Icon name="search" size="s" />
        <input
          disabled={most <= least}
          max={100}
          min={0}
          onChange={({ currentTarget }) => change({ width: most - ((most - least) * Number(currentTarget.value)) / 100 })}
          type="range"
          value={most > least ? Math.round(((most - part.width) / (most - least)) * 100) : 0}
        />
      </label>
      <p className={css.hint}>{texts.hint}</p>
    </Dialog>
  );
}

type FrameProps = {
  picture: Picture;
  part: Part;
  label: string;
  change: (by: { dx?: number; dy?: number; width?: number }) => void;
  zoomBy: (factor: number) => void;
};

function Frame({ picture, part, label, change, zoomBy }: FrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const { width, height, url } = picture;

  // React's own wheel listener is passive: the page would scroll.
  const zoom = useRef(zoomBy);
  zoom.current = zoomBy;
  useEffect(() => {
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      zoom.current(event.deltaY < 0 ? ZOOM : 1 / ZOOM);
    };
    const frame = box.current;
    frame?.addEventListener("wheel", turn, { passive: false });
    return () => frame?.removeEventListener("wheel", turn);
  }, []);

  const down = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const was = pointers.current.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const { clientWidth, clientHeight } = event.currentTarget;
    const [other] = others;
    if (other) zoomBy(distance(now, other) / Math.max(1, distance(was, other)));
    const shared = others.length + 1;
    change({ dx: (was.x - now.x) / clientWidth / shared, dy: (was.y - now.y) / clientHeight / shared });
    pointers.current.set(event.pointerId, now);
  };
  const up = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  const press = (event: KeyboardEvent) => {
    const key = keyOf(event.nativeEvent);
    const [dx, dy] = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[key] ?? [];
    if (dx !== undefined) change({ dx, dy });
    else if (key === "+" || key === "=") zoomBy(ZOOM);
    else if (key === "-") zoomBy(1 / ZOOM);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset takes no keys
    <div
      aria-label={label}
      className={css.frame}
      onKeyDown={press}
      onPointerCancel={up}
      onPointerDown={down}
      onPointerMove={drag}
      onPointerUp={up}
      ref={box}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move the picture
      tabIndex={0}
    >
      <img
        alt=""
        className={css.picture}
        draggable={false}
        src={url}
        style={{
          inlineSize: `${(100 * width) / part.width}%`,
          blockSize: `${(100 * height) / part.height}%`,
          insetInlineStart: `${(-100 * part.x) / part.width}%`,
          insetBlockStart: `${(-100 * part.y) / part.height}%`,
        }}
      />
    </div>
  );
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
