import { fieldId } from "./field.tsx";
import { Input, type InputProps } from "./input.tsx";
import { Reveal } from "./reveal.client.tsx";

export type PasswordFieldProps = Omit<InputProps, "type" | "autoComplete" | "icon" | "suffix"> & {
  purpose: "current" | "new";
  /** The label of the reveal button, which needs scripts: a second input would confuse password managers. */
  reveal?: string;
};

/**
 * `purpose` tells password managers to fill or to propose. No `maxLength`: browsers cut silently, and the caller must see
 * the refusal.
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
