import type { Browser } from 'playwright-core';
import { type Builder, openBuilder } from '../bench/builder.ts';
import { launchBrowser } from '../browser.ts';
import { ask } from './answer.ts';
import type { EvalCase } from './checks.ts';
import type { CaseResult, ModelResult } from './report.ts';

/** Name of the demo assistant, which needs no endpoint. */
export const DEMO = 'demo';

export interface EvalOptions {
  /** Models of the endpoint, or `DEMO`. */
  readonly models: readonly string[];
  readonly cases: readonly EvalCase[];
  /** Settings of the endpoint: `OPENAI_API_KEY`, `OPENAI_BASE_URL`, `MODEL_WINDOW` … */
  readonly endpoint: Readonly<Record<string, string>>;
  /** Called after each case. */
  readonly onCase?: (model: string, result: CaseResult) => void;
}

/** Has each model answer each request and its follow-up, in an installation of its own. */
export async function evaluate({ models, cases, endpoint, onCase }: EvalOptions): Promise<ModelResult[]> {
  const results: ModelResult[] = [];
  const browser = await launchBrowser();
  try {
    for (const model of models) {
      await using builder = await openBuilder(model === DEMO ? {} : { ...endpoint, OPENAI_MODEL: model });
      const done: CaseResult[] = [];
      for (const one of cases) {
        const result = await evaluateCase(builder, browser, one);
        done.push(result);
        onCase?.(model, result);
      }
      results.push({ model, cases: done });
    }
  } finally {
    await browser.close();
  }
  return results;
}

async function evaluateCase(builder: Builder, browser: Browser, { id, request, checks, followUp }: EvalCase): Promise<CaseResult> {
  const { createApp } = await builder.graphql('mutation ($input: CreateAppInput!) { createApp(input: $input) { id } }', {
    input: { prompt: request },
  });
  const appId: string = createApp.id;
  const first = await ask(builder, browser, { appId, request, checks, removes: false });
  if (!first.isAnswered) return { id, request: first, followUp: null };
  const { removes = false } = followUp;
  return { id, request: first, followUp: await ask(builder, browser, { appId, ...followUp, removes }) };
}
