import { Photo } from "#app/ui/photo.tsx";
import css from "./collage.module.css";

export type CollageProps = {
  /** Three to five; the style sheet has a position for each. */
  photos: readonly { src: string; srcSet?: string; alt: string; name: string }[];
  /** E.g. that these profiles are fictional. */
  caption?: string;
};

export function Collage({ photos, caption }: CollageProps) {
  return (
    <figure className={css.collage}>
      <div className={css.photos}>
        {photos.slice(0, 5).map((photo) => (
          <Photo
            alt={photo.alt}
            className={css.photo}
            eager
            key={photo.src}
            name={photo.name}
            sizes="(min-width: 992px) 14rem, 33vw"
            src={photo.src}
            srcSet={photo.srcSet}
          />
        ))}
      </div>
      {caption && <figcaption className={css.caption}>{caption}</figcaption>}
    </figure>
  );
}
