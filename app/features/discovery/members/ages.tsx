import { Input } from "#app/ui/input.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { AgeRange } from "./age-range.client.tsx";
import css from "./ages.module.css";

const AGES = { min: 18, max: 99 };

type AgesProps = {
  min: number | string;
  max: number | string;
  errors?: Readonly<Record<string, string | undefined>>;
};

export function Ages({ min, max, errors = {} }: AgesProps) {
  const { t } = edge();
  const native = { ...AGES, autoComplete: "off", inputMode: "numeric", type: "number" } as const;
  return (
    <AgeRange {...AGES}>
      <div className={css.ages}>
        <Input {...native} defaultValue={min} error={errors.min_age} label={t("members.minAge")} name="min_age" />
        <Input {...native} defaultValue={max} error={errors.max_age} label={t("members.maxAge")} name="max_age" />
      </div>
    </AgeRange>
  );
}
