import { sayOwn } from "#worker/domains/own-words.vocabulary.ts";
import { edge } from "#worker/edge/edge.ts";

/** The operator's questions in the visitor's language. */
export function ownQuestions(): { question: string; answer: string }[] {
  const { domain, language } = edge();
  return domain.words.faq.flatMap((one) => {
    const [question, answer] = [sayOwn(one.question, language), sayOwn(one.answer, language)];
    return question && answer ? [{ question, answer }] : [];
  });
}
