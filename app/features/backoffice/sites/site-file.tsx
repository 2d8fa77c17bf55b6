import { formAction, staffForm } from "#app/features/backoffice/staff/gate.ts";
import { StaffForm } from "#app/features/backoffice/staff/staff-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { StaffBackend } from "#worker/server/staff/calls.ts";
import type { AssetSlot } from "#worker/sites/domains/assets.vocabulary.ts";
import { DrawSvg } from "./draw-svg.client.tsx";
import css from "./sites.module.css";
import { SITE_WORDS } from "./words.ts";

type Found = Awaited<ReturnType<StaffBackend["staffSiteFiles"]>>["files"][number];

const words = SITE_WORDS.pictures;
const ACCEPT: Record<AssetSlot, string> = {
  logo: ".svg,.png",
  logo_dark: ".svg,.png",
  icon: ".svg,.png",
  hero: ".webp,.jpg,.jpeg,.png",
  font: ".woff2",
};

/** A picture or font of a site, with the forms that replace and remove it. */
export function SiteFile({ file, site, local }: { file: Found; site: string; local: boolean }) {
  const { slot, hash, shown } = file;
  const place = words.slots[slot];
  const sent = [staffForm("putSiteFile", { slot }), staffForm("previewSiteFile", { slot })];
  const { fields, values } = sent.find(({ code }) => code !== null) ?? (sent[0] as (typeof sent)[0]);
  const chosen = `${slot}-file`;
  const same = (
    <>
      <input name="site" type="hidden" value={site} />
      <input name="slot" type="hidden" value={slot} />
      <input name="replaces" type="hidden" value={hash} />
    </>
  );
  return (
    <section aria-labelledby={slot} className={css.item}>
      <h2 id={slot}>{place}</h2>
      {shown && <img alt="" className={slot === "logo_dark" ? css.shownDark : css.shown} src={shown} />}
      <p className="muted">{stateOf(file)}</p>
      <StaffForm call="putSiteFile" className={css.items} multipart>
        {same}
        <Input
          accept={ACCEPT[slot]}
          error={fields.file}
          hint={words.hints[slot]}
          id={chosen}
          label={words.file(place)}
          name="file"
          required
          type="file"
        />
        {(slot === "logo" || slot === "icon") && <DrawSvg from={chosen} />}
        {slot === "font" && (
          <Textarea
            defaultValue={values.licence}
            hint={words.licenceHint}
            label={words.licence}
            name="licence"
            required
            rows={4}
          />
        )}
        {!local && (
          <Input
            defaultValue={values.host}
            error={fields.host}
            hint={SITE_WORDS.hostHint}
            id={`${slot}-host`}
            label={SITE_WORDS.host}
            name="host"
          />
        )}
        <div className={css.decide}>
          <Button>{words.put(place)}</Button>
          <Button formAction={formAction("previewSiteFile")} variant="secondary">
            {words.preview(place)}
          </Button>
        </div>
      </StaffForm>
      {hash && (
        <StaffForm call="removeSiteFile">
          {same}
          <Button variant="secondary">{words.remove(place)}</Button>
        </StaffForm>
      )}
    </section>
  );
}

function stateOf({ slot, hash, type, width, height }: Found): string {
  if (!hash) return slot === "icon" ? words.noneIcon : words.none;
  return type && width && height ? words.facts(type, width, height) : words.own;
}
