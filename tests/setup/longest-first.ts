import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begins these files first, in this order: begun last, they would run alone. */
export function longestFirst(names: readonly string[]) {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const long = names.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)));
      return [...long, ...sorted.filter((file) => !long.includes(file))];
    }
  };
}
