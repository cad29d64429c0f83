import { type ModelEvent, type ModelRequest, type ModelsApi, modelsRef, type Source } from '@sayso/models/ref';

type FinishReason = 'stop' | 'length';
type Step = string | Source | Promise<unknown> | { readonly reasoning: string } | { readonly finish: FinishReason } | Error;
/** Steps of the model: a text, a source, a promise to await, reasoning, a finish reason, or an error. */
export type Script = readonly Step[];

/** Generates the answer to one request. */
export type Speaker = (request: ModelRequest) => AsyncIterable<string>;

/** A model that follows one script for each request. */
export function scriptedModels(scripts: Script[]) {
  const requests: ModelRequest[] = [];
  let speaker: Speaker | null = null;
  const models: Pick<ModelsApi, 'info' | 'readsImages' | 'streamChat' | 'window'> = {
    info: async () => ({
      isDemo: true,
      label: 'Scripted',
      model: 'scripted',
      hint: null,
      examplePrompts: [],
      capabilities: { conversation: false, objects: false },
    }),
    readsImages: async () => true,
    window: async () => 32_768,
    async *streamChat(request): AsyncGenerator<ModelEvent> {
      requests.push(request);
      const reason = yield* speaker === null ? follow(scripts.shift()) : speak(speaker(request));
      const usage = { model: 'scripted', promptTokens: 10, completionTokens: 5, totalTokens: 15, totalCost: null, finishReason: reason };
      yield { type: 'finish', reason, usage };
    },
  };
  return {
    requests,
    scripts,
    provide: [modelsRef, models] as const,
    /** Generates all further answers from the request. */
    speak: (given: Speaker) => {
      speaker = given;
    },
  };
}

async function* follow(script: Script | undefined): AsyncGenerator<ModelEvent, FinishReason> {
  if (script === undefined) throw new Error('There is no script for this request.');
  let reason: FinishReason = 'stop';
  for (const step of script) {
    if (typeof step === 'string') yield { type: 'text', text: step };
    else if (step instanceof Error) throw step;
    else if (step instanceof Promise) await step;
    else if ('reasoning' in step) yield { type: 'reasoning', text: step.reasoning };
    else if ('url' in step) yield { type: 'source', ...step };
    else reason = step.finish;
  }
  return reason;
}

async function* speak(texts: AsyncIterable<string>): AsyncGenerator<ModelEvent, FinishReason> {
  for await (const text of texts) yield { type: 'text', text };
  return 'stop';
}
