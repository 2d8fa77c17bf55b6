import css from "./progress-bar.module.css";

export type ProgressBarProps = { value: number; max: number; label: string; text?: string };

export function ProgressBar({ value, max, label, text }: ProgressBarProps) {
  return (
    <div className={css.box}>
      {text && <p className={css.text}>{text}</p>}
      <progress aria-label={label} className={css.bar} max={max} value={value} />
    </div>
  );
}
