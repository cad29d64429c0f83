import { expect, test } from 'vitest';
import { definePlugin, type Logger } from './contract/index.ts';
import { createLogger } from './logger.ts';
import { testHost } from './testing/index.ts';

function recorder(): { log: Logger; lines(): Record<string, unknown>[]; text(): string } {
  let text = '';
  const log = createLogger('debug', {
    write(line) {
      text += line;
    },
  });
  return {
    log,
    text: () => text,
    lines: () =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

test('redacts secrets in nested fields', () => {
  const { log, text } = recorder();
  const error = Object.assign(new Error('refused'), { headers: { authorization: 'Bearer s3cret', 'set-cookie': 's3cret' } });
  log.error({ err: error, token: 's3cret', user: { name: 'ada', password: 's3cret' } }, 'failed');
  expect(text()).not.toContain('s3cret');
  expect(text()).toContain('ada');
});

test('logs a request without its query, and an unexpected error with its stack and the request id of the response', async () => {
  const plugin = definePlugin({
    name: 'noisy',
    contract: 1,
    start: () => undefined,
    routes(http) {
      http.get('/api/noisy', { config: { access: 'public', does: 'look' } }, async () => {
        throw new Error('the disk is full');
      });
    },
  });
  const { log, lines, text } = recorder();
  await using host = await testHost(plugin, { log, config: { LOG_LEVEL: 'debug' } });
  const headers = { cookie: 'session=s3cret', authorization: 'Bearer s3cret' };
  const { requestId } = (await (await host.fetch('/api/noisy?code=s3cret', { headers })).json()) as { requestId: string };
  expect(lines()).toContainEqual(
    expect.objectContaining({ requestId, msg: 'Unexpected error', err: expect.objectContaining({ message: 'the disk is full' }) }),
  );
  expect(lines()).toContainEqual(expect.objectContaining({ requestId, msg: 'Request', path: '/api/noisy', status: 500 }));
  expect(text()).not.toContain('s3cret');
});
