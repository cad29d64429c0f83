import { GraphQLError } from 'graphql';
import { vi } from 'vitest';
import { addFault } from './faults.ts';
import type { Server } from './server.ts';

/** Answers `fetch` by the REST calls of a test, such as `POST /api/auth/sign-in/email`. */
export function stubFetch(server: Server): void {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const name = `${method} ${url}`;
    // The admin's screens ask whether the server has warnings.
    if (name === 'GET /readyz' && !server.has(name)) return Response.json({ ok: true, reasons: [] });
    if (!server.has(name)) {
      addFault(`The test has no answer for ${name}.`);
      return Response.json({}, { status: 500 });
    }
    try {
      return Response.json((await server.call(name, typeof body === 'string' ? JSON.parse(body) : null)) ?? null);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      const { status, code } = error.extensions as { status: number; code: string };
      return Response.json({ message: error.message, code }, { status });
    }
  });
}
