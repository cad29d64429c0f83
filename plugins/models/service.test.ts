import { testHost } from '@sayso/core/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import models from './index.ts';
import { type ModelBackend, modelBackends, modelsRef } from './ref.ts';

describe('without a model', () => {
  test('the demo assistant builds, and ends with `finish`', async () => {
    await using host = await testHost(models);
    const workspace = {
      appId: 'app',
      addedRows: [],
      appName: 'App',
      request: 'A habit tracker',
      files: {},
      previousFiles: null,
      errors: [],
    };
    const events = [];
    for await (const event of host.service(modelsRef).streamChat({ messages: [], workspace })) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop', usage: { model: 'demo', totalCost: 0 } });
    expect(events.slice(0, -1).every((event) => event.type === 'text')).toBe(true);
  });

  test('answers other questions with how to connect a model', async () => {
    await using host = await testHost(models);
    const { text } = await host.service(modelsRef).complete({ messages: [{ role: 'user', content: 'Why is the sky blue?' }] });
    expect(text).toContain('demo assistant');
    expect(text).toContain('OPENAI_API_KEY');
  });

  test('`completeObject` requires a model', async () => {
    await using host = await testHost(models);
    const asked = host.service(modelsRef).completeObject(z.object({ a: z.string() }), { messages: [] });
    await expect(asked).rejects.toMatchObject({ code: 'model-missing', message: expect.stringContaining('OPENAI_API_KEY') });
  });

  test('texts that share words have near vectors', async () => {
    await using host = await testHost(models);
    const [cat, kitten, tax] = await host.service(modelsRef).embed(['the cat sleeps', 'the cat plays', 'income tax rules']);
    const near = (a: number[] = [], b: number[] = []) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
    expect(near(cat, kitten)).toBeGreaterThan(near(cat, tax));
    expect(near(cat, cat)).toBeCloseTo(1);
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
