import { Input, type InputProps } from "./input.tsx";

export type PasswordFieldProps = Omit<InputProps, "type" | "autoComplete"> & { purpose: "current" | "new" };

/** `purpose` tells password managers whether to fill in or to propose one. */
export function PasswordField({ purpose, ...field }: PasswordFieldProps) {
  const fresh = purpose === "new";
  return (
    <Input
      autoCapitalize="none"
      maxLength={128}
      minLength={fresh ? 8 : undefined}
      spellCheck={false}
      {...field}
      autoComplete={fresh ? "new-password" : "current-password"}
      type="password"
    />
  );
}
