import { Gallery } from "#app/features/discovery/members/gallery.tsx";
import { galleryOf } from "#app/features/discovery/members/gallery-photos.ts";
import { OwnSections } from "#app/features/discovery/members/own-sections.tsx";
import { regionsOf } from "#app/features/discovery/members/places.ts";
import { questionName } from "#app/features/discovery/members/question-texts.ts";
import { editPath, type ProfileSection } from "#app/features/discovery/members/sections.ts";
import { OwnPhotos } from "#app/features/discovery/photos/own-photos.tsx";
import { ReceivedGifts } from "#app/features/messaging/gifts/received-gifts.tsx";
import { Title } from "#app/head/title.tsx";
import { countryName } from "#app/request/country-name.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { prefetching } from "#app/request/prefetch.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { isolated } from "#locales/index.ts";
import type { ProfilePart } from "#worker/discovery/members/profile-own.contract.ts";
import type { ReceivedGift } from "#worker/messaging/gifts/gifts.contract.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import { onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";
import css from "./own.module.css";

export const handle = { scripts: "member" };

type Own = CallOutput<"profile">;

const RECEIVED: readonly ["receivedGifts", Record<string, never>] = ["receivedGifts", {}];

interface Data {
  own: Own;
  regions: Region[];
  gifts: ReceivedGift[];
}

async function load(): Promise<Data> {
  const { backend, domain } = edge();
  await requireUser();
  const [own, received] = await Promise.all([
    orThrow(backend.profile({})),
    domain.features.gifts ? orThrow(backend.receivedGifts({}).catch(hidden)) : null,
  ]);
  return { own, regions: await regionsOf(own.profile.country), gifts: received?.gifts ?? [] };
}

/** `/profile`: the viewer's own profile, including parts hidden from others or under moderation. */
export const loader = prefetching(() => [["profile", {}], ...(edge().domain.features.gifts ? [RECEIVED] : [])], load);

/** Gifts name other members, which may wait for a proof of age; the own profile does not. */
function hidden(error: unknown): null {
  if (error instanceof AppError && error.code === "age_proof_required") return null;
  throw error;
}

export function ServerComponent({ loaderData: { own, regions, gifts } }: { loaderData: Data }) {
  const { t, settings } = edge();
  const { profile } = own;
  const only = onlyGender(settings);
  const region = regions.find(({ code }) => code === profile.region)?.name;
  return (
    <div className={`container ${css.page}`}>
      <Title>{t("nav.profile")}</Title>
      <div className={css.side}>
        <div>
          <Gallery {...galleryOf(profile)} />
        </div>
        <div className={css.summary}>
          <PageHeader
            intro={[profile.city, region ?? countryName(profile.country)].filter(Boolean).join(", ")}
            title={t("members.profile.title", { name: isolated(profile.name), age: profile.age })}
          />
          <Completeness {...own.completeness} />
          <ButtonLink href={`/members/${profile.id}`} icon="eye" variant="secondary">
            {t("members.form.view")}
          </ButtonLink>
        </div>
      </div>
      <div className={css.cards}>
        <section className={css.card} id="photos">
          <OwnPhotos name={profile.name} photo_limit={own.photo_limit} photos={own.photos} />
        </section>
        {gifts.length > 0 && (
          <section className={css.card} id="gifts">
            <ReceivedGifts gifts={gifts} />
          </section>
        )}
        {only && own.shown_in !== "both" && only !== profile.gender && (
          <Alert>{t(`members.form.for.${only}`, { site: settings.name })}</Alert>
        )}
        <p className="muted">{t("members.form.intro")}</p>
        <OwnSections own={own} regions={regions} />
      </div>
    </div>
  );
}

/** Completeness in percent, with a link to each empty field. */
function Completeness({ percent, missing }: Own["completeness"]) {
  const { t } = edge();
  return (
    <div className={css.completeness}>
      <ProgressBar
        label={t("members.form.completeLabel")}
        max={100}
        text={t("members.form.complete", { percent })}
        value={percent}
      />
      {missing.length === 0 ? (
        <p className={css.note}>{t("members.form.nothingMissing")}</p>
      ) : (
        <>
          <p className={css.note}>{t("members.form.missing")}</p>
          <ul className={css.missing}>
            {missing.map((part) => (
              <li key={part}>
                <a href={editHref(part)}>{partName(part)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type MissingPart = Own["completeness"]["missing"][number];

function isQuestion(part: MissingPart): part is `question:${string}` {
  return part.startsWith("question:");
}

function editHref(part: MissingPart): string {
  if (part === "photo") return "#photos";
  const section = isQuestion(part) ? "questions" : (SECTIONS[part] ?? "facts");
  return editPath([section], section);
}

/** Parts not listed here are facts. */
const SECTIONS: Partial<Record<ProfilePart, ProfileSection>> = {
  region: "basics",
  about: "about",
  prompts: "prompts",
  interests: "interests",
};

function partName(part: MissingPart): string {
  const { t } = edge();
  if (isQuestion(part)) return questionName(part.slice("question:".length));
  if (part === "photo") return t("members.form.photo");
  if (part === "region") return t("members.form.place");
  if (part === "prompts") return t("members.prompts.part");
  return part === "about" ? t("members.form.about") : t(`members.profile.fields.${part}`);
}
