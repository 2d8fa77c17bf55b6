import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";

export interface Mail {
  to: string;
  /** Headers and body as they came. */
  text: string;
}

/** A mail server (RFC 5321) that keeps what it is given. Addresses at nobody.example do not exist. */
export class SmtpDouble {
  readonly mails: Mail[] = [];
  /** While true it takes mails, and keeps and answers none. */
  holds = false;
  /** Recipients of the mails without an answer. */
  readonly held: string[] = [];
  #server: Server | null = null;
  readonly #open = new Set<Socket>();
  port = 0;

  async listen(): Promise<void> {
    const server = createServer((socket) => {
      let to = "";
      let data: string | null = null;
      let rest = "";
      const say = (line: string) => void socket.write(`${line}\r\n`);
      say("220 double");
      this.#open.add(socket);
      socket.on("error", () => {}).on("close", () => this.#open.delete(socket));
      socket.setEncoding("utf8").on("data", (chunk: string) => {
        const lines = (rest + chunk).split("\r\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (data !== null) {
            if (line !== ".") data += `${line.replace(/^\.\./, ".")}\n`;
            else if (this.holds) {
              this.held.push(to);
              data = null;
            } else {
              this.mails.push({ to, text: data });
              data = null;
              say("250 kept");
            }
          } else if (/^(EHLO|HELO)/.test(line)) say("250 double");
          else if (/^RCPT/.test(line)) {
            to = /<([^>]*)>/.exec(line)?.[1] ?? "";
            say(to.endsWith("@nobody.example") ? "550 5.1.1 no such user" : "250 ok");
          } else if (line === "DATA") {
            data = "";
            say("354 go on");
          } else if (line === "QUIT") socket.end("221 bye\r\n");
          else say("250 ok");
        }
      });
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(this.port, "127.0.0.1", done));
    this.port = (server.address() as AddressInfo).port;
  }

  /** Ends open connections too: a mailer keeps one for its next mail. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.close();
    for (const socket of this.#open) socket.destroy();
  }
}

/** Of a mail in quoted-printable (RFC 2045, 6.7) or as it is. */
export function plainText({ text }: Mail): string {
  return text.replace(/=\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
