import { fieldId } from "./field.tsx";
import { Input, type InputProps } from "./input.tsx";
import { Reveal } from "./reveal.client.tsx";

export type PasswordFieldProps = Omit<InputProps, "type" | "autoComplete" | "icon" | "suffix"> & {
  purpose: "current" | "new";
  /** Label of the reveal button. It needs scripts: a second input would confuse password managers. */
  reveal?: string;
};

/** `purpose` selects autofill or a new password. No `maxLength`: browsers would cut silently. */
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
