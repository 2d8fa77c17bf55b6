import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import css from "./front-page.module.css";
import { Hero, type HeroProps } from "./hero.tsx";
import type { LanderPerson } from "./people.ts";
import { Portrait } from "./portrait.tsx";

type Point = { icon: IconName; title: string; text: string };

export type LandingProps = {
  hero: HeroProps;
  own: { title: string; text: string; items: readonly Omit<Point, "icon">[]; people: readonly LanderPerson[] };
  steps: { title: string; items: readonly { title: string; text: string }[] };
  honesty: { title: string; intro: string; items: readonly Point[] };
  faq: { title: string; items: readonly { question: string; answer: ReactNode }[] };
  closing: { title: string; text: string; action: ReactNode };
  /** Label of the bar that leads a phone's reader to the form. */
  bar?: string;
};

/** The index for visitors; complete without JavaScript. */
export function Landing({ hero, own, steps, honesty, faq, closing, bar }: LandingProps) {
  return (
    <div className={css.landing}>
      <Hero {...hero} />
      <Own {...own} />
      <section className={css.section}>
        <h2 className={css.heading}>{steps.title}</h2>
        <ol className={css.steps}>
          {steps.items.map((step) => (
            <li className={css.step} key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <Honesty {...honesty} />
      <section className={cx(css.section, css.questions)}>
        <h2 className={css.heading}>{faq.title}</h2>
        <div>
          {faq.items.map((item) => (
            <Disclosure key={item.question} name="faq" summary={item.question}>
              <div className={css.answer}>{item.answer}</div>
            </Disclosure>
          ))}
        </div>
      </section>
      <section className={css.closing}>
        <h2 className={css.heading}>{closing.title}</h2>
        <p>{closing.text}</p>
        {closing.action}
      </section>
      {bar && (
        <a className={css.bar} href="#signup">
          {bar}
        </a>
      )}
    </div>
  );
}

/** What this site is about, beside two of its drawn people; then what holds on every site. */
function Own({ title, text, items, people }: LandingProps["own"]) {
  return (
    <section className={cx(css.section, css.own)}>
      <div className={css.pair}>
        {people.map((person) => (
          <Portrait figure key={person.name} person={person} />
        ))}
      </div>
      <div className={css.ownWords}>
        <h2 className={css.heading}>{title}</h2>
        <p className={css.lead}>{text}</p>
        <dl className={css.facts}>
          {items.map((item) => (
            <div key={item.title}>
              <dt>{item.title}</dt>
              <dd>{item.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Honesty({ title, intro, items }: LandingProps["honesty"]) {
  return (
    <section className={css.honestyBand}>
      <div className={css.honesty}>
        <div className={css.honestyWords}>
          <h2 className={css.heading}>{title}</h2>
          <p>{intro}</p>
        </div>
        <ul className={css.promises}>
          {items.map((item) => (
            <li className={css.promise} key={item.title}>
              <Icon name={item.icon} />
              <div>
                <h3>{item.title}</h3>
                <p>{item.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
