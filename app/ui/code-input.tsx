import { Input, type InputProps } from "./input.tsx";

export type CodeInputProps = Pick<InputProps, "label" | "error" | "defaultValue">;

/** Six digits from a mail or an SMS, as `code`. With scripts the form sends itself once they are there. */
export function CodeInput(props: CodeInputProps) {
  return (
    // More than six characters: pasted codes contain spaces and dashes.
    <Input {...props} autoComplete="one-time-code" data-digits={6} inputMode="numeric" maxLength={20} name="code" required />
  );
}
