import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { InvalidInput, type RequestContext } from '../contract/index.ts';
import { bytesOf, limits } from './limits.ts';

/** Operations per process that may load large values concurrently; others are queued. */
const concurrency = 4;

/** The state of each running operation, by its context. */
const loads = new WeakMap<object, Load>();

/**
 * A semaphore that bounds how many operations resolve large fields (`extensions: { bytes }`) concurrently. Not p-limit, which holds a slot
 * for one function call: here it is held from an operation's first large field until its end.
 */
export class LargeLoads {
  #free = concurrency;
  readonly #waiting: (() => void)[] = [];

  begin(context: object): void {
    loads.set(context, new Load(this));
  }

  end(context: object): void {
    loads.get(context)?.end();
    loads.delete(context);
  }

  async enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** One operation. Loads its large values sequentially, so that it exceeds the budget by at most one value. */
class Load {
  readonly #all: LargeLoads;
  #entered: Promise<void> | null = null;
  #isOver = false;
  #last: Promise<unknown> = Promise.resolve();
  #bytes = 0;

  constructor(all: LargeLoads) {
    this.#all = all;
  }

  run<T>(load: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
    const running = this.#last.then(async () => {
      signal.throwIfAborted();
      this.#check();
      this.#entered ??= this.#all.enter();
      await this.#entered;
      this.#check();
      const value = await load();
      this.#bytes += sizeOf(value);
      this.#check();
      return value;
    });
    this.#last = running.catch(() => undefined);
    return running;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.#entered?.then(() => this.#all.leave());
  }

  #check(): void {
    if (this.#isOver) throw new InvalidInput('The operation has ended.');
    if (this.#bytes > limits.answer)
      throw new InvalidInput(`The operation asks for more than ${limits.answer / 1_000_000} MB. Ask for fewer things at once.`);
  }
}

/** Wraps the resolvers of large fields, so that they count against the budget of their operation. */
export function budgetLargeFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      if (bytesOf(field.extensions) > 0 && resolve) field.resolve = budgeted(resolve);
    }
  }
}

function budgeted(resolve: GraphQLFieldResolver<unknown, RequestContext>): GraphQLFieldResolver<unknown, RequestContext> {
  return (source, args, context, info) => {
    const load = loads.get(context);
    return load ? load.run(() => resolve(source, args, context, info), context.signal) : resolve(source, args, context, info);
  };
}

/** Total length of all strings in a value: an estimate of its bytes. */
function sizeOf(value: unknown): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') size += next.length;
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next));
  }
  return size;
}
