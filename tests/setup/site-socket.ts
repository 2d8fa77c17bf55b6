import { Agent, WebSocket } from "undici";

interface Options {
  port: number;
  host: string;
  cookie: string;
}

/** A member's socket, as a proxy in front hands it on. The address must name the site, whose name leads elsewhere or nowhere. */
export function siteSocket({ port, host, cookie }: Options): WebSocket {
  const dispatcher = new Agent({
    connect: {
      lookup: (_, options, done) =>
        options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
    },
  });
  const headers = {
    cookie,
    origin: `https://${host}:${port}`,
    "x-forwarded-proto": "https",
    "x-forwarded-for": "198.51.100.250",
  };
  const socket = new WebSocket(`ws://${host}:${port}/api/live.php`, { headers, dispatcher });
  socket.addEventListener("error", () => {});
  return socket;
}
