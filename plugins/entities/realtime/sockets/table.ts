import { Closable, type RowNotice, type RowSink } from '../../ref.ts';
import { changesMessage, type TableMessage } from './messages.ts';

/** A connection that carries the changes of several tables. */
export interface Connected {
  send(bytes: string | Buffer): void;
  /** Called for each table, every 25 s. */
  heartbeat(): void;
  /** The client connects again. */
  end(): void;
}

/** The changes of one table for one client. */
export class Table extends Closable implements RowSink {
  readonly #entity: string;
  readonly #client: Connected;

  constructor(entity: string, client: Connected) {
    super();
    this.#entity = entity;
    this.#client = client;
  }

  begin(): void {
    this.#client.send(JSON.stringify({ entity: this.#entity, event: 'ready' } satisfies TableMessage));
  }

  send(notices: readonly RowNotice[]): void {
    if (!this.isClosed) this.#client.send(changesMessage(this.#entity, notices));
  }

  heartbeat(): void {
    this.#client.heartbeat();
  }

  end(): void {
    this.#client.end();
  }
}
