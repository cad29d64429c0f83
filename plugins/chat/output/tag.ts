import type { ActionType } from '../ref.ts';

/** The attributes of an action's opening tag. */
export interface ActionTag {
  readonly type: ActionType;
  readonly title: string;
  readonly file: string | null;
  /** A name for the app, on the first action of a new one. */
  readonly app: string | null;
  readonly isEmpty: boolean;
}

const LABELS: Readonly<Record<ActionType, string>> = {
  add_file: 'Add',
  edit_file: 'Edit',
  delete_file: 'Delete',
  add_entity: 'Add table',
  edit_entity: 'Change table',
  set_permissions: 'Change permissions of',
  import_entities: 'Import tables',
  insert_records: 'Add rows to',
  delete_records: 'Delete rows of',
  read_file: 'Read',
};

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", '#39': "'", lt: '<', gt: '>', amp: '&' };
/** A name begins at a word boundary: matching within words would take quadratic time. */
const ATTRIBUTE = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** Parses a whole tag `<action …>`; null for an unknown action, whose tag is ordinary text. */
export function readTag(text: string): ActionTag | null {
  const isEmpty = text.endsWith('/>');
  const body = text.slice('<action'.length, isEmpty ? -2 : -1);
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of body.matchAll(ATTRIBUTE)) {
    attributes.set(name.toLowerCase(), unescapeAttribute(double ?? single ?? bare ?? '').trim());
  }
  const type = (attributes.get('type') ?? '').toLowerCase().replaceAll('-', '_');
  if (!isActionType(type)) return null;
  const file = attributes.get('file') || null;
  const title = attributes.get('title') || [LABELS[type], file].filter(Boolean).join(' ');
  return { type, title, file, app: attributes.get('app') || null, isEmpty };
}

/** Whether a name is that of an action. */
export function isActionType(type: string): type is ActionType {
  return Object.hasOwn(LABELS, type);
}

function unescapeAttribute(value: string): string {
  return value.replace(/&(quot|apos|#39|lt|gt|amp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
