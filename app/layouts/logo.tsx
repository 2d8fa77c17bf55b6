import { edge } from "#worker/server/edge/edge.ts";
import { assetAddress, logoName, type Picture } from "#worker/sites/domains/assets.vocabulary.ts";
import { faceOf } from "#worker/sites/domains/niches.vocabulary.ts";
import css from "./logo.module.css";

/** The niche's own logo holds its name; ours stands beside it. */
export function Logo({ href }: { href: string }) {
  const { t, settings, domain } = edge();
  const { name } = settings;
  const { logo } = domain.assets;
  const label = t("nav.home", { name });
  if (logo)
    return (
      <a aria-label={label} className={css.logo} href={href}>
        <OwnLogo logo={logo} />
      </a>
    );
  return (
    <a aria-label={label} className={css.logo} href={href}>
      <svg aria-hidden="true" className={css.mark} viewBox="0 0 32 32">
        <path className={css.right} d="M21.6 11.4 15.4 20.6" />
        <path className={css.left} d="M10.4 11.4 16.6 20.6" />
      </svg>
      <span className={css.name}>{name}</span>
    </a>
  );
}

function OwnLogo({ logo }: { logo: Picture }) {
  const { settings, domain } = edge();
  const dark = domain.assets.logo_dark;
  const { mood } = faceOf(settings);
  const shown = mood === "dark" && dark ? dark : logo;
  return (
    <picture className={css.own}>
      {mood === "auto" && dark && <source media="(prefers-color-scheme: dark)" srcSet={assetAddress(dark, logoName(dark))} />}
      <img alt="" height={shown.height} src={assetAddress(shown, logoName(shown))} width={shown.width} />
    </picture>
  );
}
