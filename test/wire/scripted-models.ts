import { type ModelEvent, type ModelRequest, type ModelsApi, modelsRef } from '@sayso/models/ref';

/** Steps of the model: a text, a promise to await, a finish reason, or an error. */
export type Script = readonly (string | Promise<unknown> | { readonly finish: 'stop' | 'length' } | Error)[];

/** Generates the answer to one request. */
export type Speaker = (request: ModelRequest) => AsyncIterable<string>;

/** A model that follows one script for each request. */
export function scriptedModels(scripts: Script[]) {
  const requests: ModelRequest[] = [];
  let speaker: Speaker | null = null;
  const models: Pick<ModelsApi, 'info' | 'streamChat'> = {
    info: async () => ({
      isDemo: true,
      label: 'Scripted',
      model: 'scripted',
      hint: null,
      examplePrompts: [],
      capabilities: { conversation: false, objects: false },
    }),
    async *streamChat(request): AsyncGenerator<ModelEvent> {
      requests.push(request);
      let reason: 'stop' | 'length' = 'stop';
      if (speaker !== null) for await (const text of speaker(request)) yield { type: 'text', text };
      const script = speaker === null ? scripts.shift() : [];
      for (const step of script ?? [new Error('There is no script for this request.')]) {
        if (typeof step === 'string') yield { type: 'text', text: step };
        else if (step instanceof Error) throw step;
        else if (step instanceof Promise) await step;
        else reason = step.finish;
      }
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
