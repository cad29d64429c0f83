import { Refused } from '../codemods/changes.ts';
import { lineOf, type Node, openSource, type Source } from '../codemods/source.ts';
import { checkSources, type Files, isCode } from '../compile/sources.ts';
import { listPages } from '../pages.ts';
import type { AppIssue, AppSources, ServerFunction } from '../ref.ts';

/** The parts of a table's schema that detectors read. */
export interface TableFields {
  readonly properties?: Readonly<Record<string, { readonly 'x-reference'?: unknown; readonly enum?: unknown; readonly default?: unknown }>>;
  readonly required?: readonly unknown[];
  readonly 'x-accessControl'?: { readonly permissions?: { readonly read?: unknown; readonly write?: unknown } };
}

/** An app as detectors see it: files that do not parse are absent, because the compiler reports them. */
export interface ParsedApp extends KnownModules {
  readonly files: Files;
  readonly sources: readonly Source[];
  /** By name. */
  readonly tables: ReadonlyMap<string, TableFields>;
  readonly pages: readonly { readonly name: string; readonly path: string; readonly isMain: boolean }[];
}

/** What apps may import. */
export interface KnownModules {
  /** Import specifier → names that it exports. */
  readonly exports: Readonly<Record<string, readonly string[]>>;
  /** Of these modules, those that run on the server. */
  readonly functions: readonly ServerFunction[];
}

/** A mistake at a node of a file, or in a whole file. */
export interface Finding {
  readonly path: string;
  readonly message: string;
  readonly at?: { readonly source: Source; readonly node: Node };
}

export interface Detector {
  readonly id: string;
  /** `error`: the page fails when it is shown. `warning`: it works, but not as intended. */
  readonly severity: AppIssue['severity'];
  find(app: ParsedApp): Iterable<Finding>;
}

export function finding(source: Source, node: Node, message: string): Finding {
  return { path: source.path, message, at: { source, node } };
}

export function issueOf({ id, severity }: Detector, { path, message, at }: Finding): AppIssue {
  return { message, componentName: path, detectorId: id, severity, line: at === undefined ? null : lineOf(at.source, at.node) };
}

/** Parses an app; null when it is too large, which the compiler reports. `onFile` is called before each file is parsed. */
export function parseApp(
  { files, mainPage }: Pick<AppSources, 'files' | 'mainPage'>,
  known: KnownModules,
  onFile: (path: string) => void,
): ParsedApp | null {
  if (checkSources(files).length > 0) return null;
  const sources = Object.entries(files).flatMap(([path, text]) => {
    if (!isCode(path)) return [];
    onFile(path);
    return parseFile(path, text) ?? [];
  });
  const tables = Object.entries(files).flatMap(([path, text]) => {
    const schema = path.startsWith('entities/') ? parseTable(text) : null;
    return schema === null ? [] : [[path.slice('entities/'.length, -'.json'.length), schema] as const];
  });
  return { files, sources, tables: new Map(tables), pages: listPages(files, mainPage), ...known };
}

function parseFile(path: string, text: string): Source | null {
  try {
    return openSource(path, text);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** Null for anything but an object with an object of properties. */
function parseTable(text: string): TableFields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && isRecord(value['properties']) && Object.values(value['properties']).every(isRecord) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
