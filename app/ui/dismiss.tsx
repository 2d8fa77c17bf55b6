import { Button } from "./button.tsx";

export type DismissProps = {
  /** A server function that records the dismissal: works without JavaScript. */
  action: (data: FormData) => Promise<void>;
  label: string;
  /** The server function's argument, e.g. the alert's name. */
  fields?: Readonly<Record<string, string>>;
};

/** The close button of an alert or toast, in the form that remembers it. */
export function Dismiss({ action, label, fields = {} }: DismissProps) {
  return (
    <form action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <Button icon="close" iconOnly variant="quiet">
        {label}
      </Button>
    </form>
  );
}
