import type { ModelsInfo } from './ref.ts';
import type { Connection } from './settings/index.ts';

/** How to connect a model, in the words that the builder and the demo assistant both use. */
export const connectHint =
  'An admin connects one in the settings, under Language model: any OpenAI-compatible endpoint, such as Ollama or OpenRouter. OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL in the environment do the same.';

const examplePrompts: readonly string[] = [
  'A habit tracker with name, frequency and streak',
  'A CRM for my photography studio: clients, shoots and invoices',
  'A landing page that collects newsletter sign-ups',
  'A recipe book with ingredients, cooking time and a rating',
  'An expense tracker with categories and a monthly chart',
  'A booking page for my yoga classes',
];

export function infoOf(connection: Connection | null): ModelsInfo {
  if (connection === null) return { isDemo: true, label: 'Demo assistant', model: 'demo', hint: connectHint, examplePrompts };
  const { model } = connection;
  return { isDemo: false, label: model, model, hint: null, examplePrompts };
}
