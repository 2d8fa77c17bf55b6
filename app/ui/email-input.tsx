import { Input, type InputProps } from "./input.tsx";

export type EmailInputProps = Omit<InputProps, "name" | "type" | "inputMode" | "maxLength"> & { name?: string };

/** At most 254 characters (RFC 5321 4.5.3.1.3, without the brackets of a path). */
export function EmailInput(props: EmailInputProps) {
  return (
    <Input
      autoCapitalize="none"
      autoComplete="email"
      name="email"
      spellCheck={false}
      {...props}
      inputMode="email"
      maxLength={254}
      type="email"
    />
  );
}
