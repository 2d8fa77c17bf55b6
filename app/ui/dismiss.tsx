import { Button } from "./button.tsx";

export type DismissProps = {
  /** Stores the dismissal; works without JavaScript. */
  action: (data: FormData) => Promise<void>;
  label: string;
  fields?: Readonly<Record<string, string>>;
};

export function Dismiss({ action, label, fields = {} }: DismissProps) {
  return (
    <form action={action} noValidate>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <Button icon="close" iconOnly variant="quiet">
        {label}
      </Button>
    </form>
  );
}
