import { FormKey } from "#app/request/form-key.tsx";
import { formState } from "#app/request/forms.ts";
import { Saved } from "#app/request/saved.tsx";
import { wasTooLarge } from "#app/request/too-large.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { controlIds, Field, fieldId } from "#app/ui/field.tsx";
import { FilePicker } from "#app/ui/file-picker.tsx";
import { FlashMessage } from "#app/ui/flash-message.client.tsx";
import { sheetsOf } from "#app/ui/later-sheets.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import { PHOTO_LIMIT, PICTURE_LIMITS } from "#worker/discovery/photos/photos.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./own-photos.module.css";
import { PhotoEditor } from "./photo-editor.client.tsx";
import { photoTexts } from "./photo-texts.ts";
import { addPhoto, makeMain, movePhoto, removePhoto, setVisibility } from "./photos.actions.ts";

type Props = Pick<CallOutput<"profile">, "photos" | "photo_limit"> & {
  name: string;
  /** True in the steps of the sign-up, which lead to no other page. */
  inSteps?: boolean;
};

export function OwnPhotos({ photos, photo_limit: max, name, inSteps = false }: Props) {
  const { t, domain, settings, url } = edge();
  const count = photos.filter(({ status }) => status !== "rejected").length;
  const isOver = count > max;
  const full = isOver ? t("photos.own.over", { count, max }) : t("photos.own.full", { max });
  const more = domain.features.payments && max < PHOTO_LIMIT.premium;
  return (
    <>
      <header className={css.head}>
        <div className={css.title}>
          <h2>{t("photos.own.title")}</h2>
          <p className={css.count}>{isOver ? t("leaving.lost.photos", { count }) : t("photos.own.count", { count, max })}</p>
        </div>
        <p className="muted">{t("photos.own.intro")}</p>
      </header>
      <News />
      {domain.features.verification && !inSteps && <Mark photos={photos} />}
      <PhotoEditor
        actions={{ main: makeMain, move: movePhoto, visibility: setVisibility, remove: removePhoto }}
        cdn={settings.cdn_prefix}
        full={full}
        least={PICTURE_LIMITS.side}
        max={max}
        menu={url.searchParams.get("menu")}
        href={menuAt(url)}
        name={name}
        photos={photos}
        premium={more ? "/premium" : null}
        privacy={domain.features.private_photos}
        sheets={sheetsOf(import.meta.viteRsc.loadCss("./photo-crop.client.tsx"))}
        texts={photoTexts()}
      />
      {photos.some(({ visibility }) => visibility === "private") && (
        <StandaloneLink href="/settings/photo-access">{t("photos.access.title")}</StandaloneLink>
      )}
      {count < max ? <Upload /> : <p className="muted">{full}</p>}
    </>
  );
}

/** In the sign-up the address names the step. */
function menuAt({ searchParams }: URL): string {
  const others = [...searchParams].filter(([name]) => name === "step" || name === "next");
  return `?${new URLSearchParams([...others, ["menu", ""]])}`;
}

/** The mark of a verified member follows the main photo. */
function Mark({ photos }: Pick<Props, "photos">) {
  const { t } = edge();
  const main = photos.find((photo) => photo.main);
  const isLost = !main?.compared && photos.some(({ compared }) => compared);
  return (
    <>
      {isLost && (
        <Alert title={t("verifications.fallen.title")} tone="warning">
          {t("verifications.fallen.text")}
        </Alert>
      )}
      {main?.compared && <p className="muted">{t("verifications.rule")}</p>}
      <StandaloneLink href="/settings/verification">{t("verifications.title")}</StandaloneLink>
    </>
  );
}

const DONE = {
  added: "photos.own.added",
  main: "photos.own.mainSet",
  moved: "photos.own.ordered",
  private: "photos.own.privateSet",
  public: "photos.own.publicSet",
  removed: "photos.own.removed",
} as const;

function News() {
  const refused = formState("photos").message;
  return refused ? <Alert tone="error">{refused}</Alert> : <Saved param="photo" texts={DONE} />;
}

const FILE = "file";

/** Takes photos where no script does. */
function Upload() {
  const { t, form, now } = edge();
  const { megabytes, side } = PICTURE_LIMITS;
  const { fields, message } = formState("photo");
  const error = wasTooLarge() ? t("errors.field.picture_too_large", { max: megabytes }) : form && (fields.file ?? message);
  const hint = t("photos.own.hint", { mb: megabytes, px: side });
  const id = fieldId(FILE);
  return (
    <form action={addPhoto} className={css.upload} id="upload" noValidate>
      <FormKey />
      {error && !form && <FlashMessage at={now()} param="photo" />}
      <Field error={error || undefined} hint={hint} id={id} label={t("photos.own.choose")}>
        <FilePicker
          {...controlIds(id, { hint, error: error || undefined })}
          accept="image/jpeg,image/png,image/webp"
          name={FILE}
          words={{ choose: t("photos.own.choose"), chosen: t("photos.own.chosen") }}
        />
      </Field>
      <Button icon="camera">{t("photos.own.submit")}</Button>
    </form>
  );
}
