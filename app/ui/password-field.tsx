import { fieldId } from "./field.tsx";
import { Input, type InputProps } from "./input.tsx";
import { Reveal } from "./reveal.client.tsx";

export type PasswordFieldProps = Omit<InputProps, "type" | "autoComplete" | "icon" | "suffix"> & {
  purpose: "current" | "new";
  /** Name of the button that shows what is typed. Only a page with scripts has one: no other way leaves password managers their field. */
  reveal?: string;
};

/**
 * `purpose` tells password managers whether to fill in or to propose one. The length is what a call takes: a browser cuts
 * what is longer without a word, and what is too long for a password has to be said.
 */
export function PasswordField({ purpose, reveal, ...field }: PasswordFieldProps) {
  return (
    <Input
      autoCapitalize="none"
      maxLength={1024}
      spellCheck={false}
      {...field}
      autoComplete={purpose === "new" ? "new-password" : "current-password"}
      suffix={reveal && <Reveal field={field.id ?? fieldId(field.name)} label={reveal} />}
      type="password"
    />
  );
}
