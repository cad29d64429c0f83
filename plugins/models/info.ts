import type { ModelsConfig } from './config.ts';
import type { ModelsInfo } from './ref.ts';

/** How to connect a model, in the words that the builder and the demo assistant both use. */
export const connectHint =
  'Set OPENAI_API_KEY, or OPENAI_BASE_URL for any OpenAI-compatible endpoint such as Ollama or OpenRouter, and OPENAI_MODEL; then start Sayso again.';

const examplePrompts: readonly string[] = [
  'A habit tracker with name, frequency and streak',
  'A CRM for my photography studio: clients, shoots and invoices',
  'A landing page that collects newsletter sign-ups',
  'A recipe book with ingredients, cooking time and a rating',
  'An expense tracker with categories and a monthly chart',
  'A booking page for my yoga classes',
];

/** Without a key and without an address of our own there is nobody to ask. */
export function isDemo(config: ModelsConfig): boolean {
  return config.OPENAI_API_KEY === undefined && config.OPENAI_BASE_URL === undefined;
}

export function infoOf(config: ModelsConfig): ModelsInfo {
  if (isDemo(config)) return { isDemo: true, label: 'Demo assistant', model: 'demo', hint: connectHint, examplePrompts };
  return { isDemo: false, label: config.OPENAI_MODEL, model: config.OPENAI_MODEL, hint: null, examplePrompts };
}
