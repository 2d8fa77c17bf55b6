import { LiveRefresh } from "#app/live/live-refresh.client.tsx";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Saved } from "#app/request/saved.tsx";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Icon } from "#app/ui/icon.tsx";
import { tintClass, tintOf } from "#app/ui/tint.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { askForPhotos } from "./access.actions.ts";
import css from "./private-photos.module.css";

/** Most tiles; the text tells the number. */
const SHOWN = 3;

type Shown = Pick<CallOutput<"member">, "profile"> & {
  relation: NonNullable<CallOutput<"member">["relation"]>;
};

/** Photos for chosen members that this one does not see: locked tiles with the way to ask. Nothing of the pictures is sent. */
export function PrivatePhotos({ profile: { id, name, private_photos }, relation: { photo_access } }: Shown) {
  const { t } = edge();
  const requested = photo_access === "requested";
  const refused = photo_access === "refused";
  return (
    <section aria-labelledby="private-photos-title" className={css.box} id="private-photos">
      {import.meta.viteRsc.loadCss()}
      {requested && <LiveRefresh events={["photo_access"]} />}
      <div aria-hidden="true" className={css.tiles}>
        {Array.from({ length: Math.min(private_photos, SHOWN) }, (_, index) => (
          <span className={cx(css.tile, tintClass(`${name}${index}`))} key={tintOf(name) + String(index)}>
            <Icon name="lock" />
          </span>
        ))}
      </div>
      <div className={css.words}>
        <h2 className={css.title} id="private-photos-title">
          {t("photos.private.count", { count: private_photos, name })}
        </h2>
        <p className={css.text}>
          {requested
            ? t("photos.private.asked", { name })
            : t(refused ? "photos.private.refused" : "photos.private.text", { name })}
        </p>
        <Saved param="photos" texts={{ early: "photos.private.early" }} tone="info" />
        <Refusal form={formState("photo-access")} />
        {!requested && (
          <form action={askForPhotos} noValidate>
            <input name="profile" type="hidden" value={id} />
            <Button icon="eye" variant={refused ? "secondary" : "primary"}>
              {t(refused ? "photos.private.askAgain" : "photos.private.ask")}
            </Button>
          </form>
        )}
      </div>
    </section>
  );
}
