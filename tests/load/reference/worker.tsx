import { Hono } from "hono";
import { renderToReadableStream } from "react-dom/server.edge";
import { createStaticHandler, createStaticRouter, Outlet, StaticRouterProvider, useLoaderData } from "react-router";
import { MemberCard, type MemberCardProps } from "#app/features/discovery/members/member-card.tsx";
import { MemberGrid } from "#app/features/discovery/members/member-grid.tsx";

// The product's list of cards as React Router renders it without server components: match, load, stream, with the
// loader's data for the browser. What the members page is compared with.
const CARDS: MemberCardProps[] = Array.from({ length: 24 }, (_, index) => ({
  href: `/members/member${index}`,
  name: `Member ${index}`,
  age: 20 + index,
  place: "Amsterdam",
  photo: { src: `/media/photo${index}.thumb?d=20000&s=abcdefghijklmnopqrstuv` },
  online: index % 3 === 0 && "Online",
  fictional: index % 2 === 0 && "Fictional profile",
  fresh: index % 5 === 0 && "New",
  eager: index < 4,
}));

function Document() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>Members</title>
      </head>
      <body>
        <Outlet />
      </body>
    </html>
  );
}

function List() {
  const cards = useLoaderData<MemberCardProps[]>();
  return (
    <main>
      <h1>Members</h1>
      <MemberGrid label="Results">
        {cards.map((card) => (
          <MemberCard key={card.href} {...card} />
        ))}
      </MemberGrid>
    </main>
  );
}

const routes = [{ path: "/", Component: Document, children: [{ path: "members", Component: List, loader: () => CARDS }] }];
const { query, dataRoutes } = createStaticHandler(routes);
const bare = new Hono().get("/api/bench", (c) => c.text("ok"));

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.url.endsWith("/api/bench")) return bare.fetch(request);
    const context = await query(request);
    if (context instanceof Response) return context;
    const page = <StaticRouterProvider context={context} router={createStaticRouter(dataRoutes, context)} />;
    return new Response(await renderToReadableStream(page), { headers: { "content-type": "text/html; charset=utf-8" } });
  },
};
