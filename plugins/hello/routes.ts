import type { Http } from '@sayso/core';
import { z } from 'zod';
import { greeting } from './collections.ts';
import { hello } from './ref.ts';

export function routes(http: Http): void {
  const schema = { body: z.object({ name: z.string() }), response: { 200: greeting } };
  http.post('/api/hello', { config: { access: 'account' }, schema }, ({ body, sayso }) => sayso.get(hello).greet(body.name));
}
