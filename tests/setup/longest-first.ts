import { BaseSequencer, type TestSpecification } from "vitest/node";

type Spec = Pick<TestSpecification, "moduleId"> & { project: Pick<TestSpecification["project"], "name"> };

/** Begins these files first, in this order: begun last, they would run alone. */
export function longestFirst(names: readonly string[]) {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return inTurn(await super.sort(files), names);
    }
  };
}

/** Project by project: a runtime ends where the next file waiting is another project's, and a new one costs seconds of the processor. */
export function inTurn<S extends Spec>(sorted: readonly S[], names: readonly string[]): S[] {
  const long = names.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)));
  const all = new Set([...long, ...sorted]);
  return [...Map.groupBy(all, ({ project }) => project.name).values()].flat();
}
