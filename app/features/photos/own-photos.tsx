import { Saved } from "#app/features/settings/saved.tsx";
import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FlashMessage } from "#app/ui/flash-message.client.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Photo } from "#app/ui/photo.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { OwnPhoto } from "#worker/photos/photos.contract.ts";
import { PHOTO_LIMIT, PICTURE_LIMITS } from "#worker/photos/photos.vocabulary.ts";
import css from "./own-photos.module.css";
import { PhotoInput } from "./photo-input.client.tsx";
import { addPhoto, makeMain, removePhoto } from "./photos.actions.ts";

type Props = Pick<CallOutput<"profile">, "photos" | "photo_limit"> & { name: string };

export function OwnPhotos({ photos, photo_limit: max, name }: Props) {
  const { t } = edge();
  const count = photos.filter(({ status }) => status !== "rejected").length;
  return (
    <>
      <header className={css.head}>
        <div className={css.title}>
          <h2>{t("photos.own.title")}</h2>
          <p className={css.count}>{t("photos.own.count", { count, max })}</p>
        </div>
        <p className="muted">{t("photos.own.intro")}</p>
      </header>
      <News />
      {photos.length > 0 && (
        <ul className={css.photos}>
          {photos.map((photo, index) => (
            <li className={css.photo} key={photo.id}>
              <Tile alt={t("members.profile.photo", { number: index + 1, name })} name={name} photo={photo} />
            </li>
          ))}
        </ul>
      )}
      {count < max ? <Upload /> : <Full max={max} />}
    </>
  );
}

const DONE = { added: "photos.own.added", main: "photos.own.mainSet", removed: "photos.own.removed" } as const;

/** Result of the last photo form. */
function News() {
  const refused = formState("photos").message;
  return refused ? <Alert tone="error">{refused}</Alert> : <Saved param="photo" texts={DONE} />;
}

function Tile({ photo: { id, thumb_filename, status, main }, name, alt }: { photo: OwnPhoto; name: string; alt: string }) {
  const { t, settings } = edge();
  const state = { active: undefined, inspection: t("members.profile.inspected"), rejected: t("photos.own.rejected") }[status];
  return (
    <>
      <div className={css.frame}>
        <Photo alt={alt} name={name} src={settings.cdn_prefix + thumb_filename} state={state} />
        {main && (
          <span className={css.main}>
            <Badge tone="photo">{t("photos.own.main")}</Badge>
          </span>
        )}
      </div>
      {status === "active" && !main && (
        <form action={makeMain}>
          <input name="id" type="hidden" value={id} />
          <Button size="s" variant="secondary" wide>
            {t("photos.own.makeMain")}
          </Button>
        </form>
      )}
      <details className={css.removal}>
        <summary aria-label={`${t("photos.own.remove")}: ${alt}`}>
          <Icon name="trash" size="s" />
          {t("photos.own.remove")}
        </summary>
        <form action={removePhoto}>
          <input name="id" type="hidden" value={id} />
          <Button size="s" variant="danger" wide>
            {t("photos.own.removeSure")}
          </Button>
        </form>
      </details>
    </>
  );
}

function Upload() {
  const { t, url, form, now } = edge();
  const { megabytes, side } = PICTURE_LIMITS;
  const { fields, message } = formState("photo");
  const tooLarge = t("errors.field.picture_too_large", { max: megabytes });
  // An oversized body is rejected before the form runs; see worker/api/last-resort.ts.
  const error = form ? (fields.file ?? message) : url.searchParams.get("photo") === "too_large" && tooLarge;
  const texts = {
    label: t("photos.own.choose"),
    hint: t("photos.own.hint", { mb: megabytes, px: side }),
    tooLarge,
    submit: t("photos.own.submit"),
  };
  return (
    <form action={addPhoto} className={css.upload}>
      {error && !form && <FlashMessage at={now()} param="photo" />}
      <PhotoInput error={error || undefined} most={megabytes * 1024 * 1024} texts={texts} />
    </form>
  );
}

function Full({ max }: { max: number }) {
  const { t, domain } = edge();
  const more = domain.features.payments && max < PHOTO_LIMIT.premium;
  return (
    <div className={css.upload}>
      <p>{t("photos.own.full", { max })}</p>
      {more && (
        <>
          <p className="muted">{t("photos.own.premium", { max: PHOTO_LIMIT.premium })}</p>
          <ButtonLink href="/premium" icon="crown" variant="secondary">
            {t("members.profile.getPremium")}
          </ButtonLink>
        </>
      )}
    </div>
  );
}
