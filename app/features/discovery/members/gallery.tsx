import type { ReactNode } from "react";
import { Photo } from "#app/ui/photo.tsx";
import css from "./gallery.module.css";

export type GalleryPhoto = {
  id: string;
  src?: string | null;
  srcSet?: string;
  thumb?: string;
  preview?: string | null;
  alt: string;
  state?: ReactNode;
  locked?: ReactNode;
};

export type GalleryProps = {
  name: string;
  label: string;
  photos: readonly GalleryPhoto[];
};

const SIZES = "(width >= 62em) 32rem, 100vw";

/** Scroll-snap gallery; thumbnails are fragment links. Needs no JavaScript. */
export function Gallery({ name, label, photos }: GalleryProps) {
  const shown = photos.length > 0 ? photos : [{ id: "none", alt: "" }];
  return (
    <div className={css.gallery}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={label} className={css.stage} tabIndex={0}>
        {shown.map((photo: GalleryPhoto, index) => (
          <div className={css.slide} data-morph-to={index === 0 ? "" : undefined} id={`photo-${photo.id}`} key={photo.id}>
            <Photo
              alt={photo.alt}
              eager={index === 0}
              locked={photo.locked}
              name={name}
              preview={photo.preview}
              sizes={SIZES}
              src={photo.src}
              srcSet={photo.srcSet}
              state={photo.state}
            />
          </div>
        ))}
      </section>
      {photos.length > 1 && (
        <ul className={css.thumbs}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <a className={css.thumb} href={`#photo-${photo.id}`}>
                <Photo alt={photo.alt} name={name} preview={photo.preview} ratio="square" src={photo.thumb ?? photo.src} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
