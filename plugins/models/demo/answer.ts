import { connectHint } from '../info.ts';
import type { BuildWorkspace, ModelRequest } from '../ref.ts';
import type { Part } from './actions.ts';
import { changeApp } from './change/index.ts';
import { readPlan } from './change/read.ts';
import { listed } from './change/rule.ts';
import { inputFields, type Plan, sentenceCase, type Table } from './plan.ts';
import { understand } from './understand.ts';
import { writeApp } from './write/index.ts';

const introduction = "I'm the built-in demo assistant: I work by rules, without a language model.";

/** What the demo assistant says and does. The same request on the same files on the same day gets the same answer. */
export function answer(request: ModelRequest, today: Date): readonly Part[] {
  const { workspace } = request;
  if (!workspace) return [`${introduction} I can build and change apps, but not answer this. ${connectHint}`];
  const existing = readPlan(workspace.files, workspace.appName);
  if (existing)
    return changeApp(existing, workspace, today) ?? [smallTalk(existing, workspace.request) ?? notUnderstood(existing, workspace)];
  const plan = understand(workspace.request);
  return plan ? build(plan) : [help()];
}

function build(plan: Plan): readonly Part[] {
  const files = writeApp(plan);
  return [
    `${introduction} Here is a first version from the words I know.\n\n# ${plan.name}\n\n${describe(plan)}`,
    ...files.map((file, index) => ({
      type: file.path.startsWith('entities/') ? ('add_entity' as const) : ('add_file' as const),
      file: file.path,
      title: file.title,
      content: file.content,
      ...(index === 0 ? { app: plan.name } : {}),
    })),
    closing(plan),
  ];
}

function describe(plan: Plan): string {
  const first = plan.tables[0];
  if (plan.site && first) {
    return plan.site.kind === 'sign-up'
      ? `A page on which visitors leave ${fieldList(first)}, without signing in. What they send is on a page that only you see.`
      : `A public page that shows your ${first.plural}, and a page on which only you add and change them.`;
  }
  const lines = plan.tables.map((table) => `- **${sentenceCase(table.plural)}**: ${fieldList(table)}`);
  return `${lines.join('\n')}\n\n${whoSees(first)}`;
}

function whoSees(table: Table | undefined): string {
  return table?.permissions.read === 'admin'
    ? 'Only you, the owner of the app, see these.'
    : 'Everybody who signs in keeps a list of their own.';
}

function fieldList(table: Table): string {
  return listed(inputFields(table).map((field) => field.label.toLowerCase()));
}

function closing(plan: Plan): string {
  const table = plan.tables[0];
  if (!table) return '';
  const ideas = plan.site
    ? [
        plan.site.kind === 'listing' ? `“add 6 sample ${table.plural}”` : '“add a phone number”',
        '“make it dark”',
        '“change the headline to …”',
      ]
    : [`“add ${ideaFor(table)} to ${table.plural}”`, `“add 10 sample ${table.plural}”`, '“use violet”'];
  return `Next, try ${listed(ideas)}.`;
}

/** What one would keep next of a thing that is shown like this. */
const furtherFields: Readonly<Record<Table['layout'], readonly string[]>> = {
  habits: ['reminder time', 'category'],
  board: ['due date', 'priority', 'photo'],
  agenda: ['location', 'rating', 'photo'],
  gallery: ['rating', 'category', 'link'],
  checklist: ['due date', 'priority'],
  ledger: ['category', 'photo', 'rating'],
  people: ['birthday', 'address'],
  shelf: ['rating', 'photo', 'link'],
  notes: ['category', 'link', 'rating'],
  table: ['category', 'photo', 'rating'],
};

/** A field that the table lacks and that suits it. */
function ideaFor(table: Table): string {
  const fresh = furtherFields[table.layout].find((idea) => !table.fields.some((field) => field.label.toLowerCase() === idea));
  return `${fresh === 'address' ? 'an' : 'a'} ${fresh ?? 'link'}`;
}

function help(): string {
  return `${introduction} I did not find a thing in that which I know how to build. Name what you want to keep, and what each has, for example: “A habit tracker with name, frequency and streak”, “A CRM for my photography studio: clients, shoots and invoices”, or “A landing page that collects newsletter sign-ups”.\n\nTo build anything at all, connect a language model. ${connectHint}`;
}

/** An answer to words that ask for nothing. */
function smallTalk(plan: Plan, request: string): string | null {
  const text = request
    .trim()
    .toLowerCase()
    .replace(/[.!?,]+/g, '');
  const thing = plan.tables[0]?.plural;
  if (
    /^(?:thanks?(?: you)?(?: (?:so|very) much)?|thx|great|perfect|nice|cool|awesome|looks? good|love it|well done|good job|ok(?:ay)?)(?: thanks?(?: you)?)?$/.test(
      text,
    )
  )
    return `You're welcome. When you want something else changed, say it, for example “add 10 sample ${thing}”.`;
  if (/^(?:hi|hello|hey|good (?:morning|evening|afternoon)|what can you do|help|how does this work|what now)(?: there)?$/.test(text))
    return `${introduction} ${abilities(thing ?? 'rows')}\n\nFor everything else, connect a language model. ${connectHint}`;
  return null;
}

function abilities(things: string): string {
  return `What I can do here:\n\n- fields: “add a due date to ${things}”, “rename priority to urgency”, “make the date required”\n- choices: “add “Waiting” to status”\n- tables: “add a table of suppliers with name and phone”, “link ${things} to projects”\n- views: “show ${things} as a board”, “sort by date”, “add a page with a chart of ${things} by month”\n- looks: “make it dark”, “use green”, “make the header blue”, “rename the app to …”\n- who may do what: “only signed-in people may add ${things}”\n- examples: “add 10 sample ${things}”\n- going back: “undo that”`;
}

function notUnderstood(plan: Plan, { request }: BuildWorkspace): string {
  const [table] = plan.tables;
  const things = table?.plural ?? 'rows';
  const isNewApp = /\b(build|create|make|design)\b.*\b(app|tracker|page|website|crm)\b/i.test(request);
  const other = isNewApp ? ' For another app, start a new one from the home page.' : '';
  return `${introduction} I did not understand that.${other} ${abilities(things)}\n\nFor everything else, connect a language model. ${connectHint}`;
}
