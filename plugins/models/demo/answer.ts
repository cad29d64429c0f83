import type { BuildWorkspace, ModelRequest, Refusal } from '../ref.ts';
import { connectHint } from '../ref.ts';
import type { Part } from './actions.ts';
import { changeApp } from './change/index.ts';
import { readPlan } from './change/read.ts';
import { listed } from './change/rule.ts';
import { ideasFor } from './ideas.ts';
import { inputFields, type Plan, sentenceCase, type Table } from './plan.ts';
import { understand } from './understand.ts';
import { writeApp } from './write/index.ts';

const introduction = "I'm the built-in demo assistant: I follow rules and don't use a language model.";
const others = `For anything else, connect a language model. ${connectHint}`;

/** Rules take the square of a request's length, on the thread that answers everyone: what is longer is read up to here. */
const readable = 1000;

/** What the demo assistant says and does. The same request on the same files on the same day gets the same answer. */
export function answer(request: ModelRequest, today: Date): readonly Part[] {
  const { workspace } = request;
  if (!workspace || workspace.request.length <= readable) return answerTo(workspace, today);
  const read = { ...workspace, request: workspace.request.slice(0, readable) };
  return ['I read only the first 1,000 characters of your request.', ...answerTo(read, today)];
}

function answerTo(workspace: BuildWorkspace | undefined, today: Date): readonly Part[] {
  if (!workspace) return [`${introduction} I can build and change apps, but I can't answer this. ${others}`];
  const existing = readPlan(workspace.files, workspace.appName);
  if (existing)
    return changeApp(existing, workspace, today) ?? smallTalk(existing, workspace.request) ?? notUnderstood(existing, workspace);
  const plan = understand(workspace.request);
  if (plan) return build(plan);
  const { text, suggestions } = unbuildable;
  return [text, ...suggestions.map((suggestion) => ({ suggestion }))];
}

/** The answer to a first request that names nothing to build. */
const unbuildable: Refusal = {
  text: `${introduction} I found nothing in your request that I know how to build. Name the things you want to keep track of, and what each one has.\n\nTo build anything at all, connect a language model. ${connectHint}`,
  suggestions: [
    'A habit tracker with name, frequency and streak',
    'A CRM for my photography studio: clients, shoots and invoices',
    'A landing page that collects newsletter sign-ups',
  ],
};

/** What a first request is refused with, before there is an app; null for one that becomes an app. */
export function refusalOf(request: string): Refusal | null {
  return understand(request.slice(0, readable)) === null ? unbuildable : null;
}

function build(plan: Plan): readonly Part[] {
  const files = writeApp(plan);
  return [
    `${introduction} Here is a first version.\n\n# ${plan.name}\n\n${describe(plan)}`,
    ...files.map((file, index) => ({
      type: file.path.startsWith('entities/') ? ('add_entity' as const) : ('add_file' as const),
      file: file.path,
      title: file.title,
      content: file.content,
      ...(index === 0 ? { app: plan.name } : {}),
    })),
    ...suggested(plan),
  ];
}

const suggested = (plan: Plan): readonly Part[] => ideasFor(plan).map((suggestion) => ({ suggestion }));

function describe(plan: Plan): string {
  const first = plan.tables[0];
  if (plan.site && first) {
    return plan.site.kind === 'sign-up'
      ? `A public page where visitors leave their details (${fieldList(first)}) without logging in. Only you see what they send, on a page of your own.`
      : `A public page that shows your ${first.plural}, and a page where only you add and change them.`;
  }
  const lines = plan.tables.map((table) => `- **${sentenceCase(table.plural)}**: ${fieldList(table)}`);
  return `${lines.join('\n')}\n\n${whoSees(first)}`;
}

function whoSees(table: Table | undefined): string {
  return table?.permissions.read === 'admin'
    ? 'Only you, the owner of the app, can see them.'
    : 'Everyone who logs in keeps their own list. As the owner, you can see them all.';
}

function fieldList(table: Table): string {
  return listed(inputFields(table).map((field) => field.label.toLowerCase()));
}

/** An answer to words that ask for nothing. */
function smallTalk(plan: Plan, request: string): readonly Part[] | null {
  const text = request
    .trim()
    .toLowerCase()
    .replace(/[.!?,]+/g, '');
  if (
    /^(?:thanks?(?: you)?(?: (?:so|very) much)?|thx|great|perfect|nice|cool|awesome|looks? good|love it|well done|good job|ok(?:ay)?)(?: thanks?(?: you)?)?$/.test(
      text,
    )
  )
    return ["You're welcome. What should change next?", ...suggested(plan)];
  if (/^(?:hi|hello|hey|good (?:morning|evening|afternoon)|what can you do|help|how does this work|what now)(?: there)?$/.test(text))
    return [`${introduction} ${abilities(plan)}\n\n${others}`, ...suggested(plan)];
  return null;
}

function abilities(plan: Plan): string {
  const things = plan.tables[0]?.plural ?? 'rows';
  return `Here is what I can change:\n\n- Fields: “add a due date to ${things}”, “rename priority to urgency”, “make the date required”\n- Choices: “add “Waiting” to status”\n- Tables: “add a table of suppliers with name and phone”, “link ${things} to projects”\n- Views: “show ${things} as a board”, “sort by date”, “add a page with a chart of ${things} by month”\n- Looks: “make it dark”, “use green”, “make the header blue”, “rename the app to …”\n- Access: “only logged-in people may add ${things}”\n- Examples: “add 10 sample ${things}”\n- Going back: “undo that”`;
}

function notUnderstood(plan: Plan, { request }: BuildWorkspace): readonly Part[] {
  const isNewApp = /\b(build|create|make|design)\b.*\b(app|tracker|page|website|crm)\b/i.test(request);
  const other = isNewApp ? ' For another app, start a new one on the home page.' : '';
  return [`${introduction} I did not understand that.${other} ${abilities(plan)}\n\n${others}`, ...suggested(plan)];
}
