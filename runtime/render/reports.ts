import type { Progress, Raised, RenderedPage } from './wire.ts';

// What a context returns is text that hostile code may have made: it is read field by field. This process has no libraries to do that.

const MAX_LIST = 50;
const MAX_MESSAGE = 500;
const KINDS: readonly Raised['kind'][] = ['render', 'rejection', 'loop'];

export function readProgress(text: string): Progress {
  const { isSettled, imports } = recordOf(JSON.parse(text));
  return { isSettled: isSettled !== false, imports: listOf(imports).map(String) };
}

export function readPage(text: string): RenderedPage {
  const { isShown, raised } = recordOf(JSON.parse(text));
  return { isShown: isShown !== false, raised: listOf(raised).map(raisedOf) };
}

function raisedOf(value: unknown): Raised {
  const { kind, message, stack } = recordOf(value);
  return { kind: KINDS.find((one) => one === kind) ?? 'render', message: String(message).slice(0, MAX_MESSAGE), stack: String(stack) };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_LIST) : [];
}
