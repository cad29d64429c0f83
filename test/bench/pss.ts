import { readdir, readFile } from 'node:fs/promises';

/** A process and its proportional set size: its own memory, and its share of what it shares with others. */
export interface ProcessMemory {
  readonly pid: number;
  /** The program and its script: `node core/start.mjs`. */
  readonly name: string;
  readonly bytes: number;
}

/** The memory of a process and of all its descendants, largest first. Reads `/proc`, so Linux only. */
export async function memoryOfTree(root: number): Promise<readonly ProcessMemory[]> {
  const parents = await parentsOfAll();
  const tree = [...parents.keys()].filter((pid) => isInTree(pid, root, parents));
  const found = await Promise.all(tree.map((pid) => memoryOf(pid).catch(() => null)));
  return found.filter((memory) => memory !== null).sort((a, b) => b.bytes - a.bytes);
}

export function totalOf(processes: readonly ProcessMemory[]): number {
  return processes.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function parentsOfAll(): Promise<ReadonlyMap<number, number>> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const pairs = await Promise.all(names.map(async (name) => [Number(name), await parentOf(name)] as const));
  return new Map(pairs);
}

/** 0 when the process has ended meanwhile. */
async function parentOf(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The program's name, in parentheses, may contain spaces: the fields after it are the state and the parent.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function isInTree(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  for (let current = pid; current > 0; current = parents.get(current) ?? 0) if (current === root) return true;
  return false;
}

async function memoryOf(pid: number): Promise<ProcessMemory> {
  const [rollup, command] = await Promise.all([readFile(`/proc/${pid}/smaps_rollup`, 'utf8'), readFile(`/proc/${pid}/cmdline`, 'utf8')]);
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/smaps_rollup has no Pss.`);
  const [program = '', ...parameters] = command.split('\0').filter((part) => part !== '');
  const script = parameters.find((part) => !part.startsWith('-')) ?? '';
  return { pid, name: `${program.split('/').at(-1)} ${script.split('/').slice(-2).join('/')}`.trim(), bytes: Number(kilobytes) * 1024 };
}
