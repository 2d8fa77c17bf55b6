import { DotMap } from "#app/features/accounts/landers/dot-map.tsx";
import {
  LanderFacts,
  LanderHead,
  LanderText,
  landerOf,
  visitorsOnly,
  withTracking,
} from "#app/features/accounts/landers/lander.tsx";
import { mapOf } from "#app/features/accounts/landers/map.ts";
import { slugOf } from "#app/features/accounts/landers/slugs.ts";
import { SignupForm } from "#app/features/accounts/signup/signup-form.tsx";
import { countryName } from "#app/request/country-name.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./maplanding.module.css";

type Regions = CallOutput<"regions">["regions"];
type Params = { slug?: string };

export async function loader({ params }: { params: Params }): Promise<Regions> {
  await visitorsOnly();
  const { country } = landerOf("maplanding", params.slug);
  return (await orThrow(edge().backend.regions({ country }))).regions;
}

/** The visitor's country as a dot map of towns. It never shows members' positions. */
export function ServerComponent({ loaderData: regions, params }: { loaderData: Regions; params: Params }) {
  const { t } = edge();
  const lander = landerOf("maplanding", params.slug);
  const { place } = lander;
  const country = countryName(lander.country);
  const map = regions.length > 0 ? mapOf(lander.country) : null;
  const label = place
    ? t("landers.maplanding.pictureHere", { country, place: place.name })
    : t("landers.maplanding.picture", { country });
  return (
    <div className={css.page}>
      <LanderHead lander={lander} />
      <div className={css.words}>
        <LanderText lander={lander} />
        <ButtonLink className={css.jump} href="#signup" size="l">
          {t("landers.front.closing.action")}
        </ButtonLink>
        <LanderFacts />
      </div>
      <div className={css.atlas}>
        {map && <DotMap label={label} map={map} region={place?.region} town={place?.isTown ? place.name : undefined} />}
        <Places regions={regions} region={place?.region} town={place?.isTown ? place.name : undefined} />
      </div>
      <div className={css.form}>
        <SignupForm />
      </div>
    </div>
  );
}

function Places({ regions, region, town }: { regions: Regions; region?: string; town?: string }) {
  const { t } = edge();
  if (regions.length === 0) return null;
  const chosen = regions.find(({ code }) => code === region);
  return (
    <nav aria-label={t("landers.maplanding.regions")} className={css.places}>
      {chosen && (
        <>
          <h2 className={css.heading}>{t("landers.maplanding.towns", { region: chosen.name })}</h2>
          <Links current={town} names={chosen.cities} />
        </>
      )}
      <h2 className={css.heading}>{t("landers.maplanding.regions")}</h2>
      <Links current={chosen?.name} names={regions.map(({ name }) => name)} />
      {chosen && (
        <a className={css.all} href={withTracking("/landers/maplanding")}>
          <Icon name="globe" size="s" />
          {t("landers.maplanding.all")}
        </a>
      )}
    </nav>
  );
}

function Links({ names, current }: { names: readonly string[]; current?: string }) {
  return (
    <ul className={css.links}>
      {names.map((name) => (
        <li key={name}>
          <a
            aria-current={name === current ? "true" : undefined}
            className={css.link}
            href={withTracking(`/landers/maplanding/${slugOf(name)}`)}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
