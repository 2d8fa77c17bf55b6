import { edge } from "#worker/server/edge/edge.ts";
import { sayOwn } from "#worker/sites/domains/own-words.vocabulary.ts";

/** The operator's questions in the visitor's language. */
export function ownQuestions(): { question: string; answer: string }[] {
  const { domain, language } = edge();
  return domain.words.faq.flatMap((one) => {
    const [question, answer] = [sayOwn(one.question, language), sayOwn(one.answer, language)];
    return question && answer ? [{ question, answer }] : [];
  });
}
