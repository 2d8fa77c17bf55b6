import type { Page, PageForm } from "./forms.ts";
import type { Person } from "./person.ts";

export interface Seen<Who extends string = string> {
  who: Who;
  page: Page;
}

/** Server functions for anyone, from any page: a password or a mail's link says for whom, or nobody is meant. */
export const EVERYONES =
  /^(acceptInvite|comeBack|confirm(ByLink|MailChange)|continueSignup|correctAddress|dismiss|finishSteps|logIn(ByLink)?|objectTo|removeAddress|request(Reactivation|Reset)|setPassword|signUp|startOver|stopMails|undoMailChange)$/;

const fieldsIn = ({ controls }: PageForm) => controls.filter((one) => /^\$ACTION_/.test(one.get("name") ?? ""));

/** The server function of a form, and the author that it names. */
export function functionIn(form: PageForm): { id: string; name: string; said: string | undefined } {
  const field = fieldsIn(form).at(-1);
  const id = field?.get("name")?.replace("$ACTION_ID_", "") ?? "";
  return { id, name: id.split("#")[1] ?? "", said: field?.get("value") };
}

/** What is typed into each field with free text. */
export function textsFor(form: PageForm): Record<string, string> {
  const texts = form.controls.filter((one) => one.tag === "textarea").map((one) => one.get("name") ?? "");
  return Object.fromEntries(texts.map((text) => [text, `Typed into ${text}`]));
}

/** Forms whose author is not the person who saw their page. */
export function authorsIn<Who extends string>(pages: Seen<Who>[], people: Record<Who, Person>) {
  const fields = pages.flatMap(({ who, page }) =>
    page.forms.flatMap((form) => fieldsIn(form).map((field) => ({ who, form, said: field.get("value") }))),
  );
  const wrong = fields.filter(({ who, said }) => said !== (people[who].id || "-")).map(({ who, form }) => `${who} ${form.key}`);
  return { named: fields.length, wrong };
}

/** Presses one form of each server function, and each with typed fields, as another member than its author. */
export async function pressedBy(other: Person, pages: Seen[]) {
  const wrong: string[] = [];
  const refused = new Set<string>();
  for (const { who, page } of pages)
    for (const form of who === "unconfirmed" ? [] : page.forms) {
      const { name } = functionIn(form);
      if (name === "" || EVERYONES.test(name) || (refused.has(name) && form.typed.length === 0)) continue;
      refused.add(name);
      const typed = textsFor(form);
      const answer = await form.submit(other, typed);
      const say = (what: string) => wrong.push(`${who} ${form.key} ${name}: ${what}`);
      if (answer.status !== 409) say(`answers ${answer.status}`);
      if (!answer.text.includes(`You are now logged in as ${other.name}`)) say("does not say who is logged in");
      for (const text of Object.values(typed)) if (!answer.text.includes(text)) say(`loses "${text}"`);
    }
  return { refused: [...refused], wrong };
}
