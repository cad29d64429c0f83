import { afterEach, expect, it, vi } from 'vitest';
import { createTableApi } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

it('rejects a call that is aborted while its answer arrives', async () => {
  const abort = new AbortController();
  vi.stubGlobal('fetch', async () => ({
    ok: true,
    status: 200,
    json: async () => {
      abort.abort();
      throw abort.signal.reason;
    },
  }));
  const api = createTableApi({ appId: 'a', entity: 'Task', rows: 'draft' });
  await expect(api.list({ sort: 'title', limit: 1 }, abort.signal)).rejects.toThrow('aborted');
});
