/** One query for a query process. */
export interface Query<Input> {
  readonly id: number;
  readonly input: Input;
}

/** Its result, or the error that it threw as text. */
export type Result<Output> = { readonly id: number; readonly output: Output } | { readonly id: number; readonly error: string };

/** What a query process sends: once that it can take queries, then their results. */
export type Message<Output> = 'ready' | Result<Output>;
