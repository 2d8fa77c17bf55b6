import css from "./logo.module.css";

export type LogoProps = { href: string; name: string; label: string };

export function Logo({ href, name, label }: LogoProps) {
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
