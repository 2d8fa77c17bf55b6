import { Alert } from "#app/ui/alert.tsx";
import { Input } from "#app/ui/input.tsx";

interface Props {
  title: string;
  label: string;
  hint: string;
  value: string;
}

/** A secret, once. */
export function ShownSecret({ title, label, hint, value }: Props) {
  return (
    <Alert first title={title} tone="success">
      <Input defaultValue={value} dir="ltr" hint={hint} label={label} name="secret" readOnly spellCheck={false} />
    </Alert>
  );
}
