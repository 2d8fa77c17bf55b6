import { figureOf, type LanderPerson, portraitOf } from "./people.ts";

/** Drawn portrait; decorative unless `alt` is set. */
export function Portrait({
  person,
  alt = "",
  eager,
  figure,
  className,
}: {
  person: LanderPerson;
  alt?: string;
  eager?: boolean;
  /** To the waist instead of the face. */
  figure?: boolean;
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
      src={figure ? figureOf(person) : portraitOf(person)}
      width={480}
    />
  );
}
