"use client";
import { type ChangeEvent, type ComponentType, startTransition, useCallback, useEffect, useRef, useState } from "react";
import { newKey } from "#app/live/client.ts";
import { beginWait } from "#app/ui/busy.ts";
import { Icon } from "#app/ui/icon.tsx";
import css from "./add-photos.module.css";
import type { PhotoCropProps } from "./photo-crop.client.tsx";
import type { PhotoTexts } from "./photo-texts.ts";
import type { Part, Picture } from "./pictures.client.ts";
import { sharedPictures } from "./shared-pictures.client.ts";
import type { Uploads } from "./use-uploads.client.ts";

export type AddPhotosProps = {
  /** Empty places to show, and how many photos may still be added. */
  empty: number;
  room: number;
  full: string;
  /** Shortest side of a photo in pixels. */
  least: number;
  texts: PhotoTexts;
  sheets: string[];
  uploads: Uploads;
  /** True: no file could be read. Each choice begins with false, so that the same words are announced again. */
  onLost(lost: boolean): void;
};

const FILE = "photo-files";
const CAMERA = "photo-camera";
const ACCEPT = "image/jpeg,image/png,image/webp";

const pictures = () => import("./pictures.client.ts");
const tile = () => import("./upload-tile.client.tsx");
const crop = () => import("./photo-crop.client.tsx");

/** React shows a part even if its sheet is lost, after a deploy for example. */
async function arrived(sheet: string): Promise<void> {
  if (!(await fetch(sheet)).ok) throw new Error(sheet);
}

const styledCrop = (sheets: string[]) => Promise.all([crop(), ...sheets.map(arrived)]).then(([crop]) => crop);

/** With the press that opens the files: a choice works without a network then. The dialog imports the file of the other two. */
function loadAhead(sheets: string[]): void {
  // Some browsers keep an import that failed.
  if (navigator.onLine) styledCrop(sheets).catch(() => {}); // the choice tries again
}

/** The empty places: each opens the library, the last line the camera. Chosen pictures are placed one by one, then sent. */
export function AddPhotos({ empty, room, full, least, texts, sheets, uploads, onLost }: AddPhotosProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ pictures: (Picture & { shared: boolean })[]; count: number }>({
    pictures: [],
    count: 0,
  });
  const [Crop, setCrop] = useState<ComponentType<PhotoCropProps> | null>(null);
  const { add, drawWith } = uploads;

  const send = useCallback(
    async (picture: Picture, part: Part | null) => {
      const { encode } = await pictures();
      const file = await encode(picture, part);
      add({ name: picture.name, url: picture.url, file, error: file ? "" : texts.unreadable });
    },
    [add, texts],
  );

  const take = useCallback(
    async (files: File[], shared = false) => {
      if (files.length === 0) return;
      onLost(false);
      const end = beginWait();
      const loading = styledCrop(sheets).catch(() => null);
      const reading = await Promise.all([pictures(), tile()]).catch(() => null);
      if (!reading) {
        end();
        return onLost(true);
      }
      const [{ openPicture }, { UploadTile }] = reading;
      drawWith(UploadTile);
      const opened: (Picture & { shared: boolean })[] = [];
      for (const [index, file] of files.entries()) {
        if (index >= room) {
          add({ name: file.name, url: null, file: null, error: full });
          continue;
        }
        const picture = await openPicture(file, newKey());
        const small = picture && Math.min(picture.width, picture.height) < least;
        if (picture && !small) opened.push({ ...picture, shared });
        else add({ name: file.name, url: picture?.url ?? null, file: null, error: small ? texts.tooSmall : texts.unreadable });
      }
      const loaded = opened.length > 0 && (await loading);
      end();
      // The member may want to cut something off: no picture is sent without the dialog.
      if (!loaded) {
        for (const { name, url } of opened) add({ name, url, file: null, error: texts.lost });
        return;
      }
      startTransition(() => {
        setCrop(() => loaded.PhotoCrop);
        setChosen(({ pictures }) => ({ pictures: [...pictures, ...opened], count: pictures.length + opened.length }));
      });
    },
    [room, full, least, add, drawWith, onLost, texts, sheets],
  );
  // Files chosen before the scripts came, and those that another app shared.
  const early = useRef(take);
  useEffect(() => {
    const files = [...(input.current?.files ?? [])];
    if (input.current) input.current.value = "";
    if (files.length > 0) void early.current(files);
    void sharedPictures().then((shared) => early.current(shared, true));
  }, []);

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    void take([...(currentTarget.files ?? [])]);
    // Choosing the same file again is a change again.
    currentTarget.value = "";
  };
  const next = () => setChosen(({ pictures, count }) => ({ pictures: pictures.slice(1), count }));
  const sendAll = async () => {
    const { pictures } = chosen;
    setChosen({ pictures: [], count: 0 });
    for (const picture of pictures) await send(picture, null);
  };
  const [first] = chosen.pictures;
  return (
    <>
      {room > 0 && (
        <>
          {Array.from({ length: empty }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places are all alike
            <li className={css.place} key={index}>
              <label className={css.slot} htmlFor={FILE}>
                <span className={css.plus}>
                  <Icon name="plus" />
                </span>
                {index === 0 && <span className={css.word}>{texts.add}</span>}
              </label>
              {index === 0 && (
                <input
                  accept={ACCEPT}
                  className={css.input}
                  id={FILE}
                  multiple
                  onChange={choose}
                  onClick={() => loadAhead(sheets)}
                  ref={input}
                  type="file"
                />
              )}
            </li>
          ))}
          <li className={css.camera}>
            <label className={css.shoot} htmlFor={CAMERA}>
              <Icon name="camera" size="s" />
              {texts.camera}
            </label>
            <input
              accept="image/*"
              capture="user"
              className={css.input}
              id={CAMERA}
              onChange={choose}
              onClick={() => loadAhead(sheets)}
              type="file"
            />
          </li>
        </>
      )}
      {first && Crop && (
        <li className={css.dialog}>
          <Crop
            count={chosen.count}
            key={first.id}
            least={least}
            note={first.shared ? texts.crop.shared : null}
            number={chosen.count - chosen.pictures.length + 1}
            onAll={() => void sendAll()}
            onSkip={() => {
              URL.revokeObjectURL(first.url);
              next();
            }}
            onUse={(part) => {
              next();
              void send(first, part);
            }}
            picture={first}
            sheets={sheets}
            texts={texts.crop}
          />
        </li>
      )}
    </>
  );
}
