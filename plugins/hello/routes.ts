import type { Edge, Http } from '@sayso/core';
import { z } from 'zod';
import { greeting } from './collections.ts';
import type { Hello } from './ref.ts';

export function routes(http: Http, { service }: Edge<Hello>): void {
  const schema = { body: z.object({ name: z.string() }), response: { 200: greeting } };
  http.post('/api/hello', { config: { access: 'account', does: 'change-own' }, schema }, ({ body }) => service().greet(body.name));
}
