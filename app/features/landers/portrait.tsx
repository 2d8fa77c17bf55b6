import { type LanderPerson, portraitOf } from "./people.ts";

/** The drawing of somebody invented; decoration unless it is given words. */
export function Portrait({
  person,
  alt = "",
  eager,
  className,
}: {
  person: LanderPerson;
  alt?: string;
  /** For the pictures one sees first. */
  eager?: boolean;
  className?: string;
}) {
  return (
    <img
      alt={alt}
      className={className}
      decoding="async"
      fetchPriority={eager ? "high" : undefined}
      height={600}
      loading={eager ? undefined : "lazy"}
      src={portraitOf(person)}
      width={480}
    />
  );
}
