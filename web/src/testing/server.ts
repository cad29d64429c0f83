import { ServerError } from '@apollo/client/errors';
import { GraphQLError } from 'graphql';

/** Arguments of a field, or the body of a REST call. */
// biome-ignore lint/suspicious/noExplicitAny: each answer knows the arguments of its own field, which the schema has checked
export type Input = any;

/**
 * What the server answers, by root field of the schema (`apps`, `renameApp`, `turnEvents`) or by REST call
 * (`POST /api/auth/sign-in/email`): a value, a function of the input, an error to throw, or a `Channel` for a subscription.
 */
export type Answers = Readonly<Record<string, unknown>>;

/** The server refuses: GraphQL answers with this error, REST with this status and `{message, code}`. */
export const refusal = (status: number, message: string, code = 'refused'): GraphQLError =>
  new GraphQLError(message, { extensions: { status, code } });

/** The server cannot be reached. */
export const offline = new TypeError('Failed to fetch');

/** A response of plain HTTP, such as that of a proxy. */
export const httpFailure = (status: number): ServerError =>
  new ServerError(`Response not successful: ${status}`, { response: new Response('', { status }), bodyText: '' });

/** An answer that never arrives. */
export const pending = (): Promise<never> => new Promise(() => undefined);

/** An answer that arrives on release. */
export function held(answer: unknown) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return Object.assign(
    async () => {
      await promise;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { release: resolve },
  );
}

interface Subscriber {
  next(value: unknown): void;
  error(error: Error): void;
  complete(): void;
}

/** A subscription that the test drives. */
export interface Channel {
  readonly subscribers: Set<Subscriber>;
  send(value: unknown): void;
  fail(error: Error): void;
  end(): void;
}

export function createChannel(): Channel {
  const subscribers = new Set<Subscriber>();
  return {
    subscribers,
    send: (value) => [...subscribers].forEach((each) => void each.next(value)),
    fail: (error) => [...subscribers].forEach((each) => void each.error(error)),
    end: () => [...subscribers].forEach((each) => void each.complete()),
  };
}

interface Call {
  readonly name: string;
  readonly input: Input;
}

export class Server {
  readonly #answers = new Map<string, unknown>();
  readonly #calls: Call[] = [];

  constructor(answers: Answers) {
    this.answer(answers);
  }

  /** Changes or adds answers. */
  answer(answers: Answers): void {
    for (const [name, answer] of Object.entries(answers)) this.#answers.set(name, answer);
  }

  has(name: string): boolean {
    return this.#answers.has(name);
  }

  channel(name: string): Channel {
    return this.#answers.get(name) as Channel;
  }

  /** Records a call and answers it. */
  async call(name: string, input: Input): Promise<unknown> {
    this.#calls.push({ name, input });
    const answer = this.#answers.get(name);
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(input) : answer;
  }

  /** Inputs of all calls of this name. */
  calls(name: string): Input[] {
    return this.#calls.filter((call) => call.name === name).map(({ input }) => input);
  }
}
