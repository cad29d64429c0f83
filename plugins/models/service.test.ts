import { testHost } from '@sayso/core/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import models from './index.ts';
import { type ModelBackend, type ModelsApi, modelBackends, modelsRef } from './ref.ts';

describe('without a model and a backend', () => {
  const missing = { code: 'model-missing', message: expect.stringContaining('OPENAI_API_KEY') };

  test('says so, with examples of requests and how to connect one', async () => {
    await using host = await testHost(models);
    const info = await host.service(modelsRef).info();
    expect(info).toMatchObject({ isDemo: false, label: 'No language model', hint: expect.stringContaining('OPENAI_API_KEY') });
    expect(info.examplePrompts.length).toBeGreaterThan(3);
  });

  test('refuses a first request before an app is made', async () => {
    await using host = await testHost(models);
    expect(await host.service(modelsRef).refusal('A habit tracker')).toEqual({ text: missing.message, suggestions: [] });
  });

  test.each<readonly [string, (service: ModelsApi) => Promise<unknown>]>([
    ['complete', (service) => service.complete({ messages: [] })],
    ['completeObject', (service) => service.completeObject(z.object({ a: z.string() }), { messages: [] })],
    ['embed', (service) => service.embed(['a'])],
  ])('`%s` rejects with how to connect one', async (_call, call) => {
    await using host = await testHost(models);
    await expect(call(host.service(modelsRef))).rejects.toMatchObject(missing);
  });
});

test('an endpoint without a key is a connected model', async () => {
  await using host = await testHost(models, { config: { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'llama3.2' } });
  expect(await host.service(modelsRef).info()).toMatchObject({ isDemo: false, label: 'llama3.2', hint: null });
});

describe('backends of other plugins', () => {
  const backend = (label: string, isDemo: boolean): ModelBackend => ({
    isDemo,
    label,
    model: label,
    capabilities: { conversation: true, objects: true },
    async *streamChat() {
      const usage = { model: label, promptTokens: 1, completionTokens: 1, totalTokens: 2, totalCost: 0, finishReason: 'stop' };
      yield { type: 'text', text: JSON.stringify({ from: label }) };
      yield { type: 'finish', reason: 'stop', usage };
    },
    refusal: () => ({ text: `${label} refuses.`, suggestions: [] }),
    embed: async (texts) => texts.map(() => [label.length]),
    list: async () => [{ id: label }],
  });
  const answer = z.object({ from: z.string() });

  test.each([
    ['the only one', [backend('one', true)], 'one'],
    ['the first of several', [backend('one', true), backend('two', true)], 'one'],
    ['one that is no demo before a demo', [backend('one', true), backend('two', false)], 'two'],
  ])('%s answers while no endpoint is connected', async (_which, backends, label) => {
    await using host = await testHost(models, { additions: [[modelBackends, backends]] });
    const service = host.service(modelsRef);
    expect(await service.info()).toMatchObject({ label, model: label, hint: expect.stringContaining('OPENAI_API_KEY') });
    expect((await service.completeObject(answer, { messages: [] })).value).toEqual({ from: label });
    expect(await service.refusal('x')).toEqual({ text: `${label} refuses.`, suggestions: [] });
    expect(await service.embed(['x'])).toEqual([[label.length]]);
    expect(await service.list()).toEqual([{ id: label }]);
  });

  test('a connected endpoint takes precedence', async () => {
    const config = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'llama3.2' };
    await using host = await testHost(models, { config, additions: [[modelBackends, [backend('one', false)]]] });
    expect(await host.service(modelsRef).info()).toMatchObject({ label: 'llama3.2', hint: null });
    expect(await host.service(modelsRef).refusal('x')).toBeNull();
  });
});

describe('the window of a model', () => {
  test.each([
    [undefined, 'qwen3:8b', 32_768],
    ['8000', 'qwen3:8b', 8000],
    ['16000, qwen3:8b=8192,openai/gpt-4.1=200000', 'qwen3:8b', 8192],
    ['16000,qwen3:8b=8192,openai/gpt-4.1=200000', 'openai/gpt-4.1', 200_000],
    ['16000,qwen3:8b=8192', null, 16_000],
    ['qwen3:8b=8192', 'another', 32_768],
  ])('set to %s, that of %s is %i tokens', async (setting, model, tokens) => {
    const config = { OPENAI_BASE_URL: 'http://localhost:11434/v1', ...(setting === undefined ? {} : { MODEL_WINDOW: setting }) };
    await using host = await testHost(models, { config });
    expect(await host.service(modelsRef).window(model)).toBe(tokens);
  });

  test.each(['many', '4096', '8000,small=100', 'small=8192;large=9000'])('"%s" is refused', async (MODEL_WINDOW) => {
    await expect(testHost(models, { config: { MODEL_WINDOW } })).rejects.toThrow(/MODEL_WINDOW/);
  });
});

describe('pictures', () => {
  const connection = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };

  test.each([
    ['gpt-4.1-mini', true],
    ['gpt-4o', true],
    ['gpt-3.5-turbo', false],
    ['o3-mini', false],
    ['o4-mini', true],
    ['anthropic/claude-sonnet-4.5', true],
    ['google/gemini-2.5-flash', true],
    ['gemma3:12b', true],
    ['qwen2.5vl:7b', true],
    ['qwen3:8b', false],
    ['llama3.2-vision', true],
    ['llama3.1:8b', false],
    ['deepseek-r1', false],
    ['mistral-small3.2', true],
  ])('by its name, %s takes them: %s', async (model, expected) => {
    await using host = await testHost(models, { config: { ...connection, OPENAI_MODEL: model } });
    const service = host.service(modelsRef);
    expect(await service.readsImages()).toBe(expected);
    expect((await service.info()).capabilities.images).toBe(expected);
  });

  test('are decided by the setting, and by the model of a request', async () => {
    const config = { ...connection, OPENAI_MODEL: 'gpt-4o' };
    await using off = await testHost(models, { config: { ...config, MODEL_IMAGES: 'off' } });
    expect(await off.service(modelsRef).readsImages()).toBe(false);
    await using on = await testHost(models, { config: { ...config, MODEL_IMAGES: 'on', OPENAI_MODEL: 'small' } });
    expect(await on.service(modelsRef).readsImages()).toBe(true);
    await using auto = await testHost(models, { config });
    expect(await auto.service(modelsRef).readsImages('qwen3:8b')).toBe(false);
  });

  test('are not taken without a model', async () => {
    await using host = await testHost(models);
    expect(await host.service(modelsRef).readsImages()).toBe(false);
  });
});
