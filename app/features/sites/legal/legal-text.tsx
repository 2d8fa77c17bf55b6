import { createElement, type ReactNode } from "react";
import { Title } from "#app/head/title.tsx";
import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import type { Language } from "#locales/languages.ts";
import { type OwnText, type PageName, pageText } from "#locales/pages/index.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { type Block, chooseSections, type Inline, parseMarkdown, plainText, withoutFront } from "#worker/platform/markdown.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { termsVersion } from "#worker/sites/domains/companies.vocabulary.ts";
import type { OwnTextName } from "#worker/sites/legal/legal.vocabulary.ts";
import { type Facts, factsOf, fill } from "./facts.ts";
import css from "./legal-text.module.css";

type Heading = Extract<Block, { kind: "heading" }>;

const NUMBERED: readonly (PageName | OwnText)[] = ["terms", "privacy", "privacy-us"];
const LONG = 5;

export async function LegalText({ page, after }: { page: PageName; after?: ReactNode }) {
  const { t, domain, reader } = edge();
  const terms = await edge().terms();
  const { settings, country } = terms;
  const { name, source, version, language } = (await ownText(page, terms)) ?? (await ourText(page, country));
  const { flags, places } = factsOf({ settings, features: domain.features, country, t, version });
  const text = chooseSections(source, (flag) => flags[flag as keyof Facts["flags"]]);
  const [title, lead, ...blocks] = parseMarkdown(text);
  if (title?.kind !== "heading" || lead?.kind !== "paragraph") throw new Error(`${name} begins with a title and a sentence`);

  const headings = blocks.filter((block): block is Heading => block.kind === "heading" && block.level === 2);
  const contents = headings.length >= LONG ? <Contents headings={headings} places={places} /> : null;
  return (
    <div
      className={cx("container", css.page, contents && css.long, NUMBERED.includes(name) && css.numbered)}
      lang={language === edge().language ? undefined : language}
    >
      <Title description={fill(plainText(lead.words), places)}>{fill(plainText(title.words), places)}</Title>
      <header className={css.header}>
        <h1>{words(title.words, places)}</h1>
        <p className={css.lead}>{words(lead.words, places)}</p>
        {version && <p className={css.version}>{t("legal.version", { date: formatDay(version, reader) })}</p>}
      </header>
      {contents && (
        <>
          <nav aria-label={t("legal.contents")} className={css.side}>
            <p className={css.sideTitle}>{t("legal.contents")}</p>
            {contents}
          </nav>
          <Disclosure className={css.fold} summary={t("legal.contents")}>
            {contents}
          </Disclosure>
        </>
      )}
      <div className={css.text}>
        {blocks.map((block, index) => show(block, places, index))}
        {after}
      </div>
    </div>
  );
}

type Terms = Awaited<ReturnType<ReturnType<typeof edge>["terms"]>>;

interface Shown {
  name: PageName | OwnText;
  source: string;
  /** Of a text of the niche's own. */
  version?: string;
  language: Language;
}

async function ourText(page: PageName, country: string): Promise<Shown> {
  const { language } = edge();
  const name = page === "privacy" && language === "en" && country === "US" ? "privacy-us" : page;
  return { name, source: await pageText(language, name), language };
}

/** Null where ours is shown. A member may read a text of the own domain in a language that only the page's domain speaks. */
async function ownText(page: PageName, { domain, settings, texts, country }: Terms): Promise<Shown | null> {
  const own = texts?.[page as OwnTextName];
  if (!own) return null;
  const language = [edge().language, ...settings.languages].find((tag) => own.files[tag]);
  const file = language && own.files[language];
  if (!file) return null;
  const version = page === "terms" ? termsVersion(settings, country, texts) : own.version;
  return { name: page, source: withoutFront(await edge().ownText(domain, file.hash)), version, language };
}

function Contents({ headings, places }: { headings: Heading[]; places: Facts["places"] }) {
  return (
    <ol className={css.contents}>
      {headings.map((heading) => (
        <li key={heading.id}>
          <a href={`#${heading.id}`}>{fill(plainText(heading.words), places)}</a>
        </li>
      ))}
    </ol>
  );
}

function show(block: Block, places: Facts["places"], key: number): ReactNode {
  switch (block.kind) {
    case "heading":
      return createElement(`h${block.level}`, { key, id: block.id ?? undefined }, words(block.words, places));
    case "paragraph":
      return <p key={key}>{words(block.words, places)}</p>;
    case "aside":
      return (
        <div className={css.aside} key={key}>
          {block.blocks.map((inner, index) => show(inner, places, index))}
        </div>
      );
    case "list": {
      const items = block.items.map((item, index) => <li key={index.toString()}>{words(item, places)}</li>);
      return block.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
    }
  }
}

/** Placeholders are filled last, as text nodes: a setting is never parsed as Markdown or HTML. */
function words(pieces: Inline[], places: Facts["places"]): ReactNode[] {
  return pieces.map((piece, index) => {
    const key = index.toString();
    if (typeof piece === "string") return fill(piece, places);
    if ("bold" in piece) return <strong key={key}>{words(piece.bold, places)}</strong>;
    return (
      <a href={fill(piece.href, places)} key={key}>
        {words(piece.words, places)}
      </a>
    );
  });
}
