export const texts = {
  asking: 'Asking the endpoint for its models…',
  back: 'Settings',
  chooseOne: 'Choose one from the endpoint, or type a name.',
  decided: '{variable} in the environment decides. Unset it to choose here.',
  unconnected: 'No language model is connected. A language model can build anything people describe.',
  endpoint: 'Endpoint',
  endpointHint: 'Any server with an OpenAI-compatible API. Leave it empty for OpenAI.',
  failed: 'Could not load the settings',
  found: '{count, plural, one {One model} other {# models}} found. You can also type a name.',
  intro: 'The model that answers everyone who builds apps here. Changes apply from the next message.',
  key: 'Key',
  keyLocal: 'Local models need none. It is stored encrypted and never shown again.',
  keySet: 'Set. Leave it empty to keep it.',
  keySetBy: 'Set by {variable} in the environment.',
  keySetByEnding: 'Set by {variable} in the environment, ends in …{ending}.',
  keySetEnding: 'Set, ends in …{ending}. Leave it empty to keep it.',
  listFailed: 'No list of models: {why} You can type a name.',
  model: 'Model',
  none: 'The endpoint lists no models. Type the name of one.',
  ollama: 'Ollama on this machine',
  saved: 'Saved. {model} answers from now on.',
  disconnected: 'Saved. No language model is connected now.',
  test: 'Test',
  timeout:
    'The chat waits up to {seconds, number} s for the first word of an answer. OPENAI_FIRST_TOKEN_TIMEOUT in the environment changes that.',
  title: 'Language model',
  disconnect: 'Disconnect the model',
} as const;

declare module '../../i18n/texts.ts' {
  interface Texts {
    readonly model: typeof texts;
  }
}
