import type { ReactNode } from "react";
import { Title } from "#app/head/title.tsx";
import { Card } from "#app/ui/card.tsx";

export type CardPageProps = {
  title: string;
  description?: string;
  noIndex?: boolean;
  className?: string;
  children: ReactNode;
};

/** A page with one narrow card. The children contain the h1. */
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
