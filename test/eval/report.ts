import type { Answer } from './answer.ts';

/** The answers of one model to a case. */
export interface CaseResult {
  readonly id: string;
  readonly request: Answer;
  /** Null when there was no app to change. */
  readonly followUp: Answer | null;
}

export interface ModelResult {
  readonly model: string;
  readonly cases: readonly CaseResult[];
}

type Measure = readonly [name: string, of: (answers: readonly Answer[]) => string];

const share = (name: string, holds: (answer: Answer) => boolean): Measure => [
  name,
  (answers) => {
    const count = answers.filter(holds).length;
    return `${count}/${answers.length} (${Math.round((100 * count) / Math.max(1, answers.length))} %)`;
  },
];

const MEASURES: readonly Measure[] = [
  share('changed the app', ({ isAnswered }) => isAnswered),
  share('compiles', ({ compiles }) => compiles),
  share('validates', ({ validates }) => validates),
  share('renders', ({ renders }) => renders),
  share('rows can be added', ({ addsRows }) => addsRows),
  share('lost nothing', ({ keeps }) => keeps),
  share('fits', ({ fits }) => fits),
  ['tokens, median', (answers) => String(Math.round(median(answers.map(({ tokens }) => tokens))))],
  ['seconds, median', (answers) => median(answers.map(({ seconds }) => seconds)).toFixed(1)],
  ['cost, total', (answers) => costOf(answers)],
];

/** A table in Markdown: a column for each model, the requests first and then the follow-ups. */
export function tableOf(results: readonly ModelResult[]): string {
  const lines = [row(['', ...results.map(({ model }) => model)]), row(['---', ...results.map(() => '---:')])];
  lines.push(row(['prompt', ...results.map(promptsOf)]));
  for (const kind of ['request', 'followUp'] as const) {
    for (const [name, of] of MEASURES) {
      const label = kind === 'request' ? `requests: ${name}` : `follow-ups: ${name}`;
      lines.push(row([label, ...results.map(({ cases }) => of(answersOf(cases, kind)))]));
    }
  }
  return lines.join('\n');
}

/** What went wrong, one line for each answer. */
export function faultsOf({ cases }: ModelResult): string[] {
  return cases.flatMap(({ id, request, followUp }) =>
    [[id, request] as const, [`${id}, then`, followUp] as const].flatMap(([name, answer]) =>
      answer === null || answer.faults.length === 0 ? [] : [`${name}: ${answer.faults.join('; ')}`],
    ),
  );
}

/** Cases whose answer fits in one result and not in the other, as lines. */
export function changesOf(before: ModelResult, after: ModelResult): string[] {
  const known = new Map(before.cases.map((one) => [one.id, one]));
  return after.cases.flatMap(({ id, request, followUp }) => {
    const former = known.get(id);
    if (former === undefined) return [];
    return [[id, former.request, request] as const, [`${id}, then`, former.followUp, followUp] as const].flatMap(([name, old, now]) => {
      if (old?.fits === now?.fits) return [];
      return [now?.fits === true ? `+ ${name}` : `- ${name}: ${now?.faults.join('; ') ?? 'no app to change'}`];
    });
  });
}

/** Versions of the prompt, several if it changed during the run. */
function promptsOf({ cases }: ModelResult): string {
  const answers = cases.flatMap(({ request, followUp }) => [request, ...(followUp === null ? [] : [followUp])]);
  return [...new Set(answers.flatMap(({ promptVersion }) => promptVersion ?? []))].join(', ') || 'not known';
}

function answersOf(cases: readonly CaseResult[], kind: 'request' | 'followUp'): Answer[] {
  return cases.flatMap((one) => one[kind] ?? []);
}

function costOf(answers: readonly Answer[]): string {
  const known = answers.flatMap(({ cost }) => cost ?? []);
  return known.length < answers.length ? 'not known' : `$${known.reduce((sum, cost) => sum + cost, 0).toFixed(2)}`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
