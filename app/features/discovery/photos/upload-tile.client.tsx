"use client";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import tile from "./photo-tile.module.css";
import css from "./upload-tile.module.css";
import type { UploadTileProps } from "./use-uploads.client.ts";

/** A photo on its way: its picture with the share that was sent, or what went wrong. */
export function UploadTile(props: UploadTileProps) {
  const { upload, texts, first } = props;
  const { url, state, share } = upload;
  const picture = url && <img alt="" className={css.picture} src={url} />;
  if (state === "failed") return <FailedUpload {...props} picture={picture} />;
  const percent = Math.round(share * 100);
  return (
    <li className={tile.tile} data-main={first || undefined} data-upload={state}>
      <div className={css.frame}>
        {picture}
        {state === "sending" ? (
          <div
            aria-label={texts.sending}
            aria-valuemax={100}
            aria-valuemin={0}
            aria-valuenow={percent}
            className={css.ring}
            role="progressbar"
            style={{ "--share": share } as React.CSSProperties}
          >
            {percent < 100 ? `${percent} %` : <span className={css.spin} />}
          </div>
        ) : (
          <p className={css.ring}>
            <Icon label={texts.waiting} name="clock" />
          </p>
        )}
      </div>
    </li>
  );
}

function FailedUpload({ upload, uploads, texts, picture }: UploadTileProps & { picture: ReactNode }) {
  const { id, name, file } = upload;
  const line = useRef<HTMLLIElement>(null);
  // A file refused at the choice: what is wrong stands below the places, perhaps out of view.
  useEffect(() => {
    if (!file) line.current?.scrollIntoView({ block: "nearest" });
  }, [file]);
  return (
    <li className={tile.line} data-upload="failed" ref={line}>
      <div className={tile.small}>
        <div className={css.frame}>{picture || <Icon className={css.broken} name="camera" />}</div>
      </div>
      <div className={tile.words}>
        <p className={css.name}>{name}</p>
        <p className={tile.wrong} role="alert">
          {upload.error || texts.lost}
        </p>
        <div className={css.buttons}>
          {file && (
            <Button icon="retry" onClick={() => uploads.retry(id)} size="s" type="button">
              {texts.again}
            </Button>
          )}
          <Button onClick={() => uploads.discard(id)} size="s" type="button" variant="secondary">
            {texts.discard}
          </Button>
        </div>
      </div>
    </li>
  );
}
