import type { Path } from "./json-source.ts";
import { isNamed, methodsOfProvider } from "./methods.vocabulary.ts";
import type { PriceSettings } from "./prices.vocabulary.ts";

type Settings = Pick<PriceSettings, "payment_provider" | "payment_methods">;

/** Not part of the schema: a stored domain of an earlier build must stay readable. `named`: methods with words; null if unknown. */
export function methodProblems({ payment_provider: provider, payment_methods: methods }: Settings, named: object | null) {
  const known = methodsOfProvider(provider);
  const problems: { path: Path; message: string }[] = [];
  for (const [country, list] of Object.entries(methods))
    for (const [index, method] of list.entries()) {
      const path = ["payment_methods", country, index];
      if (!known.includes(method))
        problems.push({ path, message: `is no method of ${provider ?? "the sandbox"}, which has ${known.join(", ")}` });
      else if (named && !isNamed(method) && !(method in named))
        problems.push({ path, message: `has no texts of ours: name it in words under payment_methods.${method}` });
    }
  return problems;
}
