import { packageOf } from '../packages/catalogue.ts';
import type { PackageRefusal } from './bundle.ts';

/** Something that a module imports and a browser has not. */
export interface Fault {
  readonly kind: 'node' | 'native' | 'wasm' | 'worker' | 'absent' | 'outside' | 'server';
  /** The import specifier, or the file that a module starts or is. */
  readonly what: string;
  /** Name of the package whose module imports it. */
  readonly by: string;
}

const MAX_NAMED = 4;

/** Why a package with these faults cannot be used; the same for the same faults, in whatever order they were found. */
export function refusalOf(found: readonly Fault[]): PackageRefusal {
  const faults = found.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en') || a.by.localeCompare(b.by, 'en'));
  const native = faults.find(({ kind }) => kind === 'native');
  if (native !== undefined)
    return { code: 'native', message: `It needs native code: "${native.what}" of "${native.by}" runs on a server only.` };
  const wasm = faults.find(({ kind }) => kind === 'wasm');
  if (wasm !== undefined)
    return { code: 'needs-wasm', message: `It needs WebAssembly, which apps may not run: "${wasm.what}" of "${wasm.by}".` };
  const worker = faults.find(({ kind }) => kind === 'worker');
  if (worker !== undefined)
    return { code: 'needs-worker', message: `It starts a worker from a file, which apps cannot load: "${worker.what}" of "${worker.by}".` };
  const node = faults.filter(({ kind }) => kind === 'node');
  if (node.length > 0)
    return {
      code: 'needs-node',
      message: `It needs Node: ${named(node)}.`,
      ...(node.length === faults.length && { nodeModules: [...new Set(node.map(nameOf))] }),
    };
  const server = faults.filter(({ kind }) => kind === 'server');
  if (server.length > 0) return { code: 'needs-node', message: `It runs on a server only: ${named(server)}.` };
  const outside = faults.filter(({ kind }) => kind === 'outside');
  if (outside.length > 0) return { code: 'unsafe', message: `It imports files outside of its package: ${named(outside)}.` };
  const absent = [...new Set(faults.flatMap(({ what }) => (/^[./#]/.test(what) ? [] : packageOf(what))))];
  return { code: 'invalid', message: `It imports what is not among its dependencies: ${named(faults)}.`, absent };
}

/** `"fs" is imported by "send", "http" by "express"`. */
function named(all: readonly Fault[]): string {
  const faults = [...new Map(all.map((fault) => [nameOf(fault), fault])).values()];
  const shown = faults
    .slice(0, MAX_NAMED)
    .map(({ what, by }, index) => `"${what.slice(0, 80)}" ${index === 0 ? 'is imported ' : ''}by "${by}"`);
  const more = faults.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** What a fault names; `node:fs` and `fs` are one module. */
function nameOf({ what }: Fault): string {
  return what.replace(/^node:/, '');
}
