import { z } from 'zod';

/** A call of a function of isolated code, from the server to its process. Values cross as JSON text, which each side parses once. */
export interface StartMessage {
  readonly type: 'start';
  readonly id: number;
  /** Of `prelude` and `code`: the process keeps the loaded module under it. */
  readonly digest: string;
  /** Null when the process has loaded this digest before; it fails with `unloaded` when it kept others instead. */
  readonly source: { readonly prelude: string; readonly code: string; readonly file: string } | null;
  /** The path of the exported function, such as `default.endpoints.send.run`. */
  readonly entry: string;
  /** A JSON array. */
  readonly args: string;
  readonly memoryBytes: number;
  readonly cpuMs: number;
  /** Maximum length of the JSON of the result and of each argument of a host function. */
  readonly maxChars: number;
}

export type ToProcess =
  | StartMessage
  /** The answer of a host function: `json` is its value, or its sentence when it failed. */
  | { readonly type: 'answer'; readonly id: number; readonly call: number; readonly ok: boolean; readonly json: string }
  /** Ends a call. The process acknowledges by `stopped`. */
  | { readonly type: 'stop'; readonly id: number };

const id = z.number().int().nonnegative();

/** The process runs hostile code, so its messages are validated like any other input. */
export const fromProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('call'), id, call: id, name: z.string().max(60), json: z.string() }),
  /** The code does not wait for a call any more. */
  z.object({ type: z.literal('cancel'), id, call: id }),
  z.object({ type: z.literal('log'), id, level: z.enum(['info', 'warn', 'error']), text: z.string().max(2000) }),
  z.object({ type: z.literal('done'), id, json: z.string(), cpuMs: z.number() }),
  z.object({
    type: z.literal('failed'),
    id,
    kind: z.enum(['thrown', 'time', 'memory', 'size', 'missing', 'load', 'unloaded']),
    message: z.string().max(2000),
    stack: z.string().max(4000),
    cpuMs: z.number(),
  }),
  z.object({ type: z.literal('stopped'), id }),
  /** Computing since the report before, in milliseconds, and the memory of the process. */
  z.object({ type: z.literal('usage'), cpuMs: z.number(), residentBytes: z.number() }),
]);
export type FromProcess = z.infer<typeof fromProcess>;
