import { ModelMissing } from '../errors.ts';
import { connectHint, type ModelBackend } from '../ref.ts';

const missing = () => new ModelMissing(connectHint);

/** Stands in while no endpoint is connected and no plugin adds a backend: screens show how to connect a model, and calls reject. */
export const noModel: ModelBackend = {
  isDemo: false,
  label: 'No language model',
  model: '',
  capabilities: { conversation: false, objects: false },
  // biome-ignore lint/correctness/useYield: it rejects before the first event
  async *streamChat() {
    throw missing();
  },
  refusal: () => ({ text: missing().message, suggestions: [] }),
  embed: async () => {
    throw missing();
  },
  list: async () => [],
};
