import type { Permission, Permissions, Plan, Table } from '../plan.ts';
import { namedTable } from './find.ts';

/** Presets by the words that the product uses for them. */
const presets: readonly (readonly [RegExp, Permissions])[] = [
  [/admin only read,? anonymous write/i, { read: 'admin', write: 'anonymous' }],
  [/anonymous read,? admin write/i, { read: 'anonymous', write: 'admin' }],
  [/public read,? admin write/i, { read: 'all', write: 'admin' }],
  [/public read,? creator write/i, { read: 'all', write: 'creator' }],
  [/creator only/i, { read: 'creator', write: 'creator' }],
  [/admin only/i, { read: 'admin', write: 'admin' }],
];
const roles: Readonly<Record<string, Permission>> = {
  anonymous: 'anonymous',
  anyone: 'anonymous',
  all: 'all',
  public: 'all',
  everyone: 'all',
  creator: 'creator',
  admin: 'admin',
  admins: 'admin',
  owner: 'admin',
  none: 'none',
  nobody: 'none',
};

/** What the sentence of the database screen asks for; null when the table or the permission is unknown. */
export function readPermissionSentence(plan: Plan, request: string): { table: Table; permissions: Permissions } | null {
  const [, name = '', description = ''] = /change the permissions for entity ["“'](.+?)["”'] to ["“'](.+?)["”']/i.exec(request) ?? [];
  const table = plan.tables.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const permissions = table && permissionsIn(description, table.permissions);
  return table && permissions ? { table, permissions } : null;
}

function permissionsIn(description: string, current: Permissions): Permissions | null {
  const preset = presets.find(([words]) => words.test(description))?.[1];
  if (preset) return preset;
  const role = (verb: string) =>
    roles[
      (
        new RegExp(`\\b(\\w+)(?: only)? (?:can )?${verb}`, 'i').exec(description)?.[1] ??
        new RegExp(`${verb}\\w*\\s*[:=]\\s*(\\w+)`, 'i').exec(description)?.[1] ??
        ''
      ).toLowerCase()
    ];
  const [read, write] = [role('read'), role('write')];
  return read || write ? { read: read ?? current.read, write: write ?? current.write } : null;
}

/** Permissions in free words: `only signed-in people may add`, `everybody can see the events`. */
export function readPermissionWords(plan: Plan, text: string): readonly { table: Table; permissions: Permissions }[] {
  const adds =
    /\b(add|create|write|change|edit|submit|post|sign up|enter|save|delete|book|register|apply|reserve|order|reply|answer|comment)\b/.test(
      text,
    );
  const sees = /\b(see|view|read|look|visible)\b/.test(text);
  const isAbout =
    /\b(only|every(?:one|body)|any(?:one|body)|nobody|public|private|visitors?|people|users?|admins?|owner|just me|i)\b/.test(text) &&
    /\b(can|may|should|able|let|allow(?:ed)?|make|only|is|are)\b/.test(text);
  if (!isAbout || (!adds && !sees && !/\b(public|private)\b/.test(text))) return [];
  const tables = namedTable(plan, text);
  const who = whoIn(text);
  if (who === null) return [];
  return (tables ? [tables] : plan.tables).map((table) => ({ table, permissions: permissionsFor(table, who, { adds, sees }) }));
}

type Who = 'signed-in' | 'everybody' | 'owner' | 'private';

function whoIn(text: string): Who | null {
  if (
    /(signed[- ]in|logged[- ]in|registered|with an account|log(?:ged)? ?in|sign(?:ed)? ?in)/.test(text) &&
    !/without (?:log|sign)/.test(text)
  )
    return 'signed-in';
  if (/\b(only (?:i|me|the owner|admins?|an admin|us|we)|just me|owner only|admins? only)\b/.test(text)) return 'owner';
  if (/\bprivate\b|\bnobody else\b|\bno one else\b|\bonly (?:their|your|my) own\b|\beach (?:person|user|one)\b/.test(text))
    return 'private';
  return /\b(every(?:one|body)|any(?:one|body)|public|visitors?|without (?:log|sign))/.test(text) ? 'everybody' : null;
}

function permissionsFor(table: Table, who: Who, { adds, sees }: { readonly adds: boolean; readonly sees: boolean }): Permissions {
  const { read, write } = table.permissions;
  switch (who) {
    case 'signed-in':
      return { read: sees ? 'creator' : read, write: adds || !sees ? 'creator' : write };
    case 'owner':
      return { read: sees || !adds ? 'admin' : read, write: adds || !sees ? 'admin' : write };
    case 'private':
      return { read: 'creator', write: 'creator' };
    case 'everybody':
      return { read: sees || !adds ? 'all' : read, write: adds ? 'anonymous' : write };
  }
}

/** In a sentence: who sees the rows and who adds them. */
export function describePermissions(table: Table, { read, write }: Permissions): string {
  const people: Readonly<Record<Permission, string>> = {
    anonymous: 'anyone',
    all: 'everyone',
    creator: 'everyone who logs in',
    admin: 'only the owner of the app',
    none: 'no one',
  };
  const sees =
    read === 'creator'
      ? `People can see only the ${table.plural} that they add`
      : `${people[read].charAt(0).toUpperCase()}${people[read].slice(1)} can see the ${table.plural}`;
  return `${sees}, and ${write === 'all' ? people.creator : people[write]} can add ${read === 'creator' ? 'them' : 'to them'}.`;
}
