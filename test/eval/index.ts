// Scores the assistant with any model: `npm run eval [-- --model NAME …] [--only TEXT] [--json FILE] [--compare FILE]`. See docs/eval.md.
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { changesOf, faultsOf, type ModelResult, tableOf } from './report.ts';
import { cases } from './requests/index.ts';
import { DEMO, evaluate } from './run.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string', multiple: true },
    only: { type: 'string' },
    json: { type: 'string' },
    compare: { type: 'string' },
  },
});
const endpoint = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => /^(OPENAI|MODEL)_/.test(entry[0]) && entry[1] !== undefined),
);
const isConfigured = endpoint['OPENAI_API_KEY'] !== undefined || endpoint['OPENAI_BASE_URL'] !== undefined;
const models = values.model ?? [isConfigured ? (endpoint['OPENAI_MODEL'] ?? 'gpt-4.1-mini') : DEMO];
if (!isConfigured && models.some((model) => model !== DEMO)) {
  console.error('Set OPENAI_API_KEY or OPENAI_BASE_URL to reach a model, or take the demo assistant: --model demo');
  process.exit(1);
}
const chosen = cases.filter(({ id, request }) => `${id} ${request}`.toLowerCase().includes((values.only ?? '').toLowerCase()));
if (chosen.length === 0) {
  console.error(`No request contains "${values.only}".`);
  process.exit(1);
}

const before: readonly ModelResult[] = values.compare === undefined ? [] : JSON.parse(await readFile(values.compare, 'utf8'));
const results = await evaluate({
  models,
  cases: chosen,
  endpoint,
  onCase: (model, { id, request, followUp }) => {
    const mark = (answer: { readonly fits: boolean } | null) => (answer?.fits === true ? 'fits' : 'does not fit');
    console.error(`${model}: ${id} ${mark(request)}, its follow-up ${mark(followUp)}`);
  },
});
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);

console.log(tableOf([...before.map((one) => ({ ...one, model: `${one.model}, before` })), ...results]));
for (const result of results) {
  console.log(`\n${result.model}\n${faultsOf(result).join('\n')}`);
  const former = before.find(({ model }) => model === result.model);
  if (former !== undefined) console.log(`\nSince ${values.compare}:\n${changesOf(former, result).join('\n')}`);
}
