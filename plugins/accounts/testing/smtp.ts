import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** The steps of a session at which the server may misbehave. */
type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'end';
const COMMANDS: readonly string[] = ['EHLO', 'MAIL', 'RCPT'] satisfies Step[];
const isStep = (verb: string): verb is Step => COMMANDS.includes(verb);
/** A reply instead of the usual one, `drop` to close the connection, `silent` to answer nothing. */
type Behaviour = Partial<Record<Step, string>>;

/** A local mail server that accepts, refuses, hangs up or stalls, as scripted. */
export class SmtpServer implements AsyncDisposable {
  /** The messages that were accepted, whole. */
  readonly accepted: string[] = [];
  /** Each command line, in order. */
  readonly commands: string[] = [];
  behaviour: Behaviour = {};
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(behaviour: Behaviour = {}): Promise<SmtpServer> {
    const smtp = new SmtpServer();
    smtp.behaviour = behaviour;
    smtp.#server.listen(0, '127.0.0.1');
    await once(smtp.#server, 'listening');
    return smtp;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes the port and all connections. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await new Promise((closed) => this.#server.close(closed));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
    const reply = (step: Step, usual: string): boolean => {
      const text = this.behaviour[step] ?? usual;
      if (text === 'drop') socket.destroy();
      else if (text !== 'silent') socket.write(`${text}\r\n`);
      return text === usual;
    };
    let input = '';
    let message: string[] | null = null;
    const command = (text: string): void => {
      this.commands.push(text);
      const verb = text.slice(0, 4).toUpperCase();
      if (verb === 'QUIT') socket.end('221 Bye\r\n');
      else if (verb === 'DATA') message = reply('DATA', '354 Go on') ? [] : null;
      else if (isStep(verb)) reply(verb, verb === 'EHLO' ? '250 localhost' : '250 OK');
      else socket.write('250 OK\r\n');
    };
    const line = (text: string): void => {
      if (message === null) command(text);
      else if (text !== '.') message.push(text);
      else {
        if (reply('end', '250 Accepted')) this.accepted.push(message.join('\n'));
        message = null;
      }
    };
    reply('greeting', '220 localhost ESMTP');
    socket.on('data', (bytes) => {
      const lines = (input + bytes.toString('utf8')).split('\r\n');
      input = lines.pop() ?? '';
      for (const each of lines) line(each);
    });
  }
}
