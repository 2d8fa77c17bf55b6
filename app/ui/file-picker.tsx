import type { InputHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import css from "./file-picker.module.css";
import { Icon, type IconName } from "./icon.tsx";

export type FilePickerProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "required"> & {
  name: string;
  icon?: IconName;
  /** What a press does, and what is shown once a file is chosen. */
  words: { choose: string; chosen: string };
};

/** A required file field in the member's language: the browser's own button speaks the browser's. Takes dropped files too. */
export function FilePicker({ words, icon = "camera", className, ...native }: FilePickerProps) {
  return (
    <div className={cx(css.picker, className)}>
      {/* The field is valid once it has a file, which needs no script. */}
      <input {...native} className={css.field} required type="file" />
      <span aria-hidden="true" className={css.choose}>
        <Icon name={icon} size="s" />
        {words.choose}
      </span>
      <span className={css.chosen}>
        <Icon name="check-circle" size="s" />
        {words.chosen}
      </span>
    </div>
  );
}
