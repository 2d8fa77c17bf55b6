import { candidateFilterOf } from "#worker/discovery/members/candidate-filter.ts";
import { cardOf } from "#worker/discovery/members/card.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input } from "#worker/platform/call.ts";
import { type FieldError, invalid } from "#worker/platform/errors.ts";
import type { contract, Finder, Matched } from "./match.contract.ts";
import type { Answers, CandidateRow, MatchStore } from "./match.store.ts";
import { isCompatible, QUESTIONS, type QuestionId, questionsOf } from "./questions.vocabulary.ts";

/** Fewer common answers give no meaningful percentage. */
const NEEDED = 4;
/** Of fewer answers, a change of the own one would read whose is which. */
const COUNTED_FROM = 5;
const SHOWN = 24;

type Fits = Finder["questions"][number]["fits"];

export function createMatch({ store }: { store: MatchStore }) {
  return {
    matchFinder: (ctx: MemberContext): Promise<Finder> => finderOf(ctx),

    /** @throws invalid */
    async saveAnswers(ctx: MemberContext, { answers }: Input<typeof contract.saveAnswers>): Promise<Finder> {
      const wrong = Object.entries(answers).flatMap(([id, given]) => problemOf(ctx, id, given));
      if (wrong.length > 0) throw invalid(...wrong);
      const changes = Object.entries(answers).map(([id, given]) => [id, given === "" ? null : given]);
      await store.save(ctx.viewer.id, Object.fromEntries(changes), ctx.now);
      return finderOf(ctx);
    },
  };

  async function finderOf(ctx: MemberContext): Promise<Finder> {
    const shown = questionsOf(ctx.domain.settings.niche);
    const filter = candidateFilterOf(ctx);
    const { own, candidates } = await store.read(filter);
    const compared = candidates.flatMap((row) => compare(row, own, shown, ctx) ?? []);
    return {
      questions: shown.map((id) => ({
        id,
        options: [...QUESTIONS[id].options],
        answer: own[id] ?? null,
        fits: fitsOf(id, own[id], candidates),
      })),
      needed: NEEDED,
      compared: compared.filter(({ fictional }) => !fictional).length,
      country: filter.country,
      results: compared.toSorted(better).slice(0, SHOWN),
    };
  }
}

function problemOf(ctx: MemberContext, id: string, given: string): FieldError[] {
  const question = questionsOf(ctx.domain.settings.niche).find((one) => one === id);
  if (!question) return [{ field: `answers.${id}`, code: "unknown_field" }];
  const known: readonly string[] = QUESTIONS[question].options;
  return given === "" || known.includes(given) ? [] : [{ field: `answers.${id}`, code: "unknown_option" }];
}

/** Null before the own answer, and of too few others. */
function fitsOf(id: QuestionId, mine: string | undefined, candidates: CandidateRow[]): Fits {
  if (!mine) return null;
  const theirs = candidates.flatMap(({ fictional, answers }) => (fictional ? [] : (answers[id] ?? [])));
  if (theirs.length < COUNTED_FROM) return null;
  return { agree: theirs.filter((answer) => isCompatible(id, mine, answer)).length, of: theirs.length };
}

/** Null with too few common answers. */
function compare(row: CandidateRow, own: Answers, shown: readonly QuestionId[], ctx: MemberContext): Matched | null {
  const agreed: QuestionId[] = [];
  const differing: QuestionId[] = [];
  for (const id of shown) {
    const [mine, theirs] = [own[id], row.answers[id]];
    if (mine && theirs) (isCompatible(id, mine, theirs) ? agreed : differing).push(id);
  }
  const common = agreed.length + differing.length;
  if (common < NEEDED) return null;
  return { ...cardOf(row, ctx), percent: Math.round((100 * agreed.length) / common), agreed, differing };
}

/** Ties: the higher number of answers wins; otherwise the stable sort keeps the last active first. */
function better(a: Matched, b: Matched): number {
  return b.percent - a.percent || b.agreed.length - a.agreed.length;
}
