import type { FileChange, Files } from '@sayso/apps/ref';
import { InvalidInput } from '@sayso/core';
import type { Action, MessagePart } from '../ref.ts';
import { applyEdit, EditFailed } from './edit.ts';
import {
  ContentInvalid,
  keepPermissions,
  readIds,
  readImported,
  readRows,
  readSchema,
  type TableSchema,
  withPermissions,
} from './entity.ts';

/** Rows to add once the version is made. */
export interface RowInsert {
  readonly partIndex: number;
  readonly entity: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Rows to delete once the version is made. */
export interface RowDeletion {
  readonly partIndex: number;
  readonly entity: string;
  readonly ids: readonly string[];
}

export interface StagingFailure {
  readonly partIndex: number;
  readonly file: string | null;
  readonly reason: string;
}

/** The files after a message's actions; nothing is stored. */
export interface Staged {
  readonly files: Files;
  readonly changes: readonly FileChange[];
  readonly inserts: readonly RowInsert[];
  readonly deletions: readonly RowDeletion[];
  /** Actions that could not be staged and that no later action corrected. Any one of them prevents the version. */
  readonly failures: readonly StagingFailure[];
  /** Files that the validator has repaired. Default: none. */
  readonly repaired?: readonly string[];
}

/** Canonical path of a file; throws for an invalid one. */
type FilePath = (path: string) => string;

export interface StageOptions {
  readonly filePath: FilePath;
  /** Index of the first part of each later round of the model: a continuation or a correction. */
  readonly rounds: readonly number[];
}

/** Actions that replace a whole file, and so supersede failures of earlier ones. */
const WHOLE: readonly Action['type'][] = ['add_file', 'add_entity', 'edit_entity'];

/** Stages all actions of a message, in order, on a copy of the base version's files. */
export function stageActions(base: Files, parts: readonly MessagePart[], { filePath, rounds }: StageOptions): Staged {
  const stage = new Stage(base, filePath);
  const roundOf = (partIndex: number) => rounds.filter((first) => first <= partIndex).length;
  const failures = new Map<string, StagingFailure[]>();
  for (const [partIndex, part] of parts.entries()) {
    if (part.kind !== 'action' || part.action.type === 'read_file') continue;
    const { action } = part;
    const key = stage.keyOf(action);
    const reason = action.status === 'complete' ? stage.apply(action, partIndex) : 'It was not finished.';
    if (reason !== null) {
      const same = failures.get(key) ?? [];
      failures.set(key, same);
      same.push({ partIndex, file: action.file, reason });
      continue;
    }
    // A whole file, or a later round's action on the same file, supersedes earlier failures.
    const round = roundOf(partIndex);
    const same = failures.get(key) ?? [];
    while (same[0] !== undefined && (WHOLE.includes(action.type) || roundOf(same[0].partIndex) < round)) same.shift();
  }
  const unmended = [...failures.values()].flat().sort((a, b) => a.partIndex - b.partIndex);
  return { ...stage.result(), failures: unmended };
}

class Stage {
  readonly #base: Files;
  readonly #files: Map<string, string>;
  readonly #filePath: FilePath;
  readonly #inserts = new Map<string, RowInsert>();
  readonly #deletions: RowDeletion[] = [];

  constructor(base: Files, filePath: FilePath) {
    this.#base = base;
    this.#files = new Map(Object.entries(base));
    this.#filePath = filePath;
  }

  /** The subject of an action: the file that it writes, or the permissions or rows of a table. */
  keyOf(action: Action): string {
    const { type } = action;
    if (type === 'import_entities') return type;
    try {
      const path = isAboutTable(action) ? this.#tablePath(action.file) : this.#path(action.file);
      return type === 'insert_records' || type === 'delete_records' || type === 'set_permissions' ? `${type} ${path}` : path;
    } catch {
      return action.file ?? '';
    }
  }

  /** Null on success, otherwise the reason, in a sentence. */
  apply(action: Action, partIndex: number): string | null {
    try {
      this.#apply(action, partIndex);
      return null;
    } catch (error) {
      if (error instanceof EditFailed || error instanceof ContentInvalid || error instanceof InvalidInput) return error.message;
      throw error;
    }
  }

  result(): Pick<Staged, 'files' | 'changes' | 'inserts' | 'deletions'> {
    const changes: FileChange[] = [];
    for (const [path, content] of this.#files) {
      if (this.#base[path] !== content) changes.push({ path, content });
    }
    for (const path of Object.keys(this.#base)) {
      if (!this.#files.has(path)) changes.push({ path, content: null });
    }
    return { files: Object.fromEntries(this.#files), changes, inserts: [...this.#inserts.values()], deletions: this.#deletions };
  }

  #apply(action: Action, partIndex: number): void {
    switch (action.type) {
      case 'add_file':
        this.#write(this.#path(action.file), action.content);
        return;
      case 'edit_file': {
        const path = this.#path(action.file);
        this.#write(path, applyEdit(this.#existing(path), action.content));
        return;
      }
      case 'delete_file': {
        const path = this.#path(action.file);
        this.#existing(path);
        this.#files.delete(path);
        return;
      }
      case 'add_entity':
      case 'edit_entity':
        this.#writeTable(this.#tablePath(action.file), readSchema(action.content));
        return;
      case 'set_permissions': {
        const path = this.#tablePath(action.file);
        this.#writeTable(path, withPermissions(readSchema(this.#existing(path)), action.content));
        return;
      }
      case 'import_entities':
        for (const { name, schema } of readImported(action.content)) this.#writeTable(this.#tablePath(name), schema);
        return;
      case 'insert_records': {
        const path = this.#tablePath(action.file);
        this.#existing(path);
        this.#insert({ partIndex, entity: tableName(path), rows: readRows(action.content) });
        return;
      }
      case 'delete_records': {
        const path = this.#tablePath(action.file);
        this.#existing(path);
        this.#deletions.push({ partIndex, entity: tableName(path), ids: readIds(action.content) });
      }
    }
  }

  /** Deduplicates: a model that corrects something else tends to repeat its rows. */
  #insert(insert: RowInsert): void {
    const key = JSON.stringify([insert.entity, insert.rows]);
    if (!this.#inserts.has(key)) this.#inserts.set(key, insert);
  }

  #write(path: string, content: string): void {
    if (content.trim() === '') throw new ContentInvalid('The file would be empty.');
    if (path.startsWith('entities/')) {
      this.#writeTable(path, readSchema(content));
      return;
    }
    this.#files.set(path, content.endsWith('\n') ? content : `${content}\n`);
  }

  #writeTable(path: string, schema: TableSchema): void {
    const old = this.#files.get(path);
    const next = old === undefined ? schema : keepPermissions(readSchema(old), schema);
    const { name: _name, ...rest } = next;
    this.#files.set(path, `${JSON.stringify({ name: tableName(path), ...rest }, null, 2)}\n`);
  }

  #existing(path: string): string {
    const text = this.#files.get(path);
    if (text === undefined) throw new ContentInvalid(`There is no ${path}.`);
    return text;
  }

  #path(file: string | null): string {
    if (file === null) throw new ContentInvalid('It does not say which file.');
    return this.#filePath(file);
  }

  /** Tables may be given by name or by file. */
  #tablePath(file: string | null): string {
    if (file === null) throw new ContentInvalid('It does not say which table.');
    const name = file.replace(/^.*\//, '').replace(/\.json$/, '');
    return this.#filePath(`entities/${name}.json`);
  }
}

function isAboutTable({ type }: Action): boolean {
  return type === 'add_entity' || type === 'edit_entity' || type === 'set_permissions' || type.endsWith('_records');
}

function tableName(path: string): string {
  return path.slice('entities/'.length, -'.json'.length);
}
