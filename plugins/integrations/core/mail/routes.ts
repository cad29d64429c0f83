import type { Http } from '@sayso/core';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Unsubscribes } from './unsubscribes.ts';

const path = '/api/mail/:appId/unsubscribe/:token';
const params = z.object({ appId: z.string(), token: z.string() });
const page = { 200: z.string().describe('A page.') };
const config = { access: 'signature', does: 'look', errors: [404] } as const;
const tags = ['integrations'];
/** Larger than the body of a one-click request (RFC 8058), and than that of the page's own form. */
const MAX_BODY = 1000;

const TEXTS = {
  ask: ['Unsubscribe?', 'You will get no more mail from this app.', 'Unsubscribe'],
  done: ['You are unsubscribed', 'You will get no more mail from this app.', 'Subscribe again'],
} as const;

/** What the link in a mail leads to. A GET changes nothing, since filters of mail follow links; mail programs unsubscribe by a POST (RFC 8058). */
export function mailRoutes(http: Http, unsubscribes: () => Unsubscribes): void {
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  http.get(
    path,
    { config, schema: { tags, summary: 'Asks whether to unsubscribe from the mail of an app', params, response: page } },
    async ({ params: { appId, token } }, reply) => {
      return show(reply, (await unsubscribes().isSubscribed(appId, token)) ? 'ask' : 'done') as never;
    },
  );
  http.post(
    path,
    {
      config: { ...config, does: 'change-own' },
      schema: {
        tags,
        summary: 'Unsubscribes from the mail of an app with one click (RFC 8058); `again=1` subscribes again',
        params,
        body: z.object({ again: z.string().optional() }).nullish(),
        response: page,
      },
    },
    async ({ params: { appId, token }, body }, reply) => {
      const isAgain = body?.again === '1';
      if (isAgain) await unsubscribes().subscribe(appId, token);
      else await unsubscribes().unsubscribe(appId, token);
      return show(reply, isAgain ? 'ask' : 'done') as never;
    },
  );
}

function show(reply: FastifyReply, state: keyof typeof TEXTS): FastifyReply {
  const [title, why, act] = TEXTS[state];
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const again = state === 'done' ? '<input type="hidden" name="again" value="1">' : '';
  return reply.send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { display: grid; place-content: center; gap: 8px; min-height: 90vh; margin: 0; padding: 16px; text-align: center }
h1 { margin: 0; font-size: 20px }
p { margin: 0 }
button { min-height: 44px; margin-top: 16px; padding: 0 20px; border: 1px solid; border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer }
</style>
<main>
<h1>${title}</h1>
<p>${why}</p>
<form method="post">${again}<button>${act}</button></form>
</main>
</html>
`);
}
