import type { ReactNode } from "react";
import { Title } from "#app/head/title.tsx";
import { Card } from "#app/ui/card.tsx";

export type CardPageProps = {
  title: string;
  /** For search engines and link previews. */
  description?: string;
  /** Keeps the page out of search engines. */
  noIndex?: boolean;
  className?: string;
  children: ReactNode;
};

/** A page that is one narrow card: a form, a question, or what became of it. Its h1 is among the children. */
export function CardPage({ title, description, noIndex, className, children }: CardPageProps) {
  return (
    <div className="container narrow page">
      <Title description={description}>{title}</Title>
      {noIndex && <meta content="noindex" name="robots" />}
      <Card className={className} padding="l">
        {children}
      </Card>
    </div>
  );
}
