import { BudgetExceeded, InvalidInput } from '../../../contract/errors.ts';
import type { Document } from '../../documents/values.ts';
import { QueryProcesses } from '../queries/query-processes.ts';
import type { AggregateTask, Answer, BuildTask, QueryTask, Request } from './wire.ts';

const MODULE = new URL('./query.child.ts', import.meta.url);
/** Of one index, with all that are queued before it. */
const BUILD_MS = 600_000;

export interface QueryLimits {
  /** Milliseconds of work, without the queue. */
  readonly ms: number;
  /** Default: the partition. */
  readonly tenant?: string;
  readonly signal?: AbortSignal;
}

/** The processes that run the queries which no index answers, and those that build indexes. */
export class PartitionProcesses {
  readonly #queries = new QueryProcesses<Request, Answer>({ module: MODULE });
  /** One build at a time, apart from the queries: it would delay them by seconds. */
  readonly #builds = new QueryProcesses<Request, Answer>({ module: MODULE, processes: 1, waitMs: BUILD_MS });

  /** The ids of the documents, in order. Rejects with `BudgetExceeded`, or `QueriesBusy` when too many queries are queued. */
  async ids(task: QueryTask, limits: QueryLimits): Promise<string[]> {
    return (await this.#query({ kind: 'ids', task }, limits)) as string[];
  }

  async count(task: QueryTask, limits: QueryLimits): Promise<number> {
    return (await this.#query({ kind: 'count', task }, limits)) as number;
  }

  async aggregate(task: AggregateTask, limits: QueryLimits): Promise<Document[]> {
    return (await this.#query({ kind: 'aggregate', task }, limits)) as Document[];
  }

  async build(task: BuildTask): Promise<void> {
    await this.#builds.run({ kind: 'build', task }, { tenant: task.key, timeoutMs: BUILD_MS });
  }

  close(): void {
    this.#queries.close();
    this.#builds.close();
  }

  async #query(request: Request, { ms, tenant = request.task.key, signal }: QueryLimits): Promise<unknown> {
    const answer = await this.#queries.run(request, { tenant, timeoutMs: ms, signal });
    if ('invalid' in answer) throw new InvalidInput(answer.invalid);
    if ('isTooLarge' in answer) throw new BudgetExceeded('bytes');
    return JSON.parse(answer.json);
  }
}
