import { staffForm } from "#app/features/backoffice/staff/gate.ts";
import form from "#app/features/backoffice/staff/staff.module.css";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Input } from "#app/ui/input.tsx";
import { Select } from "#app/ui/select.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import { PICTURE_ORIGINS } from "#db/schema/picture-origins.ts";
import { contract } from "#worker/backoffice/fictional/fictional.contract.ts";
import { SOURCE_LENGTH } from "#worker/backoffice/fictional/fictional.vocabulary.ts";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import css from "./fictional.module.css";
import { FICTIONAL_WORDS as words } from "./fictional-words.ts";

type Found = Awaited<ReturnType<StaffBackend["fictionalProfile"]>>;

interface Props {
  found: Found;
  /** May change what is not being removed. */
  edits: boolean;
  /** May remove. */
  removes: boolean;
}

const ORIGINS = PICTURE_ORIGINS.map((value) => ({ value, label: words.originOptions[value] }));

export function FictionalPhotos({ found: { id, photos, photo_limit }, edits, removes }: Props) {
  return (
    <>
      <h2>{words.photos}</h2>
      {photos.length === 0 && <p className="muted">{words.noPhotos}</p>}
      <ul className={css.photos}>
        {photos.map((photo, index) => {
          const file = (size: "card" | "full") => `${contract.fictionalPicture.path}?photo=${photo.id}&size=${size}`;
          return (
            <li key={photo.id}>
              <a href={file("full")}>
                <img alt={words.photo(index + 1)} loading="lazy" src={file("card")} />
              </a>
              <p className="small">
                {words.photo(index + 1)}
                {photo.main && `, ${words.main}`}
                {!photo.shown && `, ${words.notShown}`}
                <br />
                <span className="muted">
                  {photo.origin ? words.stated(words.origins[photo.origin], photo.source, photo.by) : words.notStated}
                </span>
              </p>
              <div className={css.acts}>
                {edits && index > 0 && <Place id={id} label={words.first(index + 1)} photo={photo.id} to="first" />}
                {edits && index > 1 && <Place id={id} label={words.earlier(index + 1)} photo={photo.id} to="earlier" />}
                {edits && index < photos.length - 1 && (
                  <Place id={id} label={words.later(index + 1)} photo={photo.id} to="later" />
                )}
                {removes && (
                  <StaffForm call="removeFictionalPhoto">
                    <input name="id" type="hidden" value={id} />
                    <input name="photo" type="hidden" value={photo.id} />
                    <Button size="s" variant="quiet">
                      {words.remove(index + 1)}
                    </Button>
                  </StaffForm>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {edits && (photos.length < photo_limit ? <AddPhoto id={id} /> : <p className="muted">{words.full(photo_limit)}</p>)}
    </>
  );
}

function Place({ id, photo, to, label }: { id: string; photo: string; to: "first" | "earlier" | "later"; label: string }) {
  return (
    <StaffForm call="placeFictionalPhoto">
      <input name="id" type="hidden" value={id} />
      <input name="photo" type="hidden" value={photo} />
      <input name="to" type="hidden" value={to} />
      <Button size="s" variant="secondary">
        {label}
      </Button>
    </StaffForm>
  );
}

function AddPhoto({ id }: { id: string }) {
  const { values, fields } = staffForm("addFictionalPhoto");
  return (
    <section className={form.form}>
      <h3>{words.addPhoto}</h3>
      <StaffForm call="addFictionalPhoto" className="stack" multipart>
        <input name="id" type="hidden" value={id} />
        <Input
          accept="image/jpeg,image/png,image/webp"
          error={fields.file}
          hint={words.fileHint}
          label={words.file}
          name="file"
          required
          type="file"
        />
        <Select
          defaultValue={values.origin}
          error={fields.origin}
          label={words.origin}
          name="origin"
          options={ORIGINS}
          placeholder={words.choose}
          required
        />
        <Textarea
          defaultValue={values.source}
          dir="auto"
          error={fields.source}
          hint={words.sourceHint}
          label={words.source}
          maxLength={SOURCE_LENGTH.max}
          name="source"
          required
          rows={2}
        />
        <Checkbox
          defaultChecked={values.nobody === "on"}
          error={fields.nobody}
          hint={words.nobodyHint}
          label={words.nobody}
          name="nobody"
          required
        />
        <div>
          <Button>{words.sendPhoto}</Button>
        </div>
      </StaffForm>
    </section>
  );
}
