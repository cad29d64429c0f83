import type { Http } from '@sayso/core';
import { z } from 'zod';
import { NotOffered } from '../errors.ts';
import type { Compat } from '../service.ts';
import { nothing, publicSettings } from './answers.ts';

const tags = ['compat'];
const open = { access: 'public', does: 'look' } as const;

const LOGS = 'No logs of the people who use an app are kept here.';
const SINGLE_SIGN_ON = 'Single sign-on has no tokens here: people log in to this app by its log-in page.';
const AGENTS = 'Apps have no agents here.';
const CONNECTORS = 'Apps have no connectors here: a server function of the app calls other services.';
const ACTORS = 'Apps have no actors here.';
const CUSTOM = 'Apps have no custom integrations here: a package or a server function of the app calls other services.';
const GATEWAY = 'Apps have no gateway to models here: integrations.Core.InvokeLLM asks the model of this installation.';

const GET = ['GET'] as const;
const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Calls of the client that have no counterpart; below the addresses of a whole module, so that its later methods get the same answer. */
export const NOT_OFFERED = [
  { methods: GET, path: '/api/app-logs/:appId', sentence: LOGS },
  { methods: GET, path: '/api/app-logs/:appId/stats', sentence: LOGS },
  { methods: GET, path: '/api/apps/:appId/auth/sso/accesstoken', sentence: SINGLE_SIGN_ON },
  { methods: GET, path: '/api/apps/:appId/auth/sso/accesstoken/:userId', sentence: SINGLE_SIGN_ON },
  { methods: GET, path: '/api/apps/:appId/auth/sso/idtoken/:userId', sentence: SINGLE_SIGN_ON },
  { methods: ALL, path: '/api/apps/:appId/agents/*', sentence: AGENTS },
  { methods: ALL, path: '/api/apps/:appId/connectors/*', sentence: CONNECTORS },
  { methods: ALL, path: '/api/apps/:appId/external-auth/*', sentence: CONNECTORS },
  { methods: ALL, path: '/api/apps/:appId/app-user-auth/*', sentence: CONNECTORS },
  { methods: ALL, path: '/api/apps/:appId/integrations/custom/*', sentence: CUSTOM },
  { methods: ALL, path: '/api/apps/:appId/ai/*', sentence: GATEWAY },
  { methods: ALL, path: '/api/apps/:appId/actors/*', sentence: ACTORS },
] as const;

/** What the client asks or reports about an app as a whole. */
export function loginRoutes(http: Http, compat: () => Compat): void {
  http.get(
    '/api/apps/public/prod/public-settings/by-id/:appId',
    {
      config: open,
      schema: { tags, summary: 'Who may open the app', params: z.object({ appId: z.string() }), response: { 200: publicSettings } },
    },
    async ({ params: { appId } }) => {
      await compat().people.publicApp(appId);
      // Visitors may open every published app; its tables decide what they see.
      return { id: appId, public_settings: 'public_without_login' };
    },
  );
  // Nothing of these reports is kept: the answers only let the client go on.
  const ignored = { config: open, schema: { tags, summary: 'Ignored: no reports of clients are kept', response: { 200: nothing } } };
  http.post('/api/apps/:appId/analytics/track/batch', ignored, async () => ({ success: false }));
  http.post('/api/app-logs/:appId/log-user-in-app/:pageName', ignored, async () => ({ success: false }));
  for (const { methods, path, sentence } of NOT_OFFERED) {
    const refuse = () => {
      throw new NotOffered(sentence);
    };
    for (const method of methods)
      http.route({
        method,
        url: path,
        config: { ...open, does: method === 'GET' ? 'look' : 'change-own', errors: [501] },
        schema: { tags, summary: `Not offered: ${sentence}`, response: { 200: nothing } },
        // Before the body is read: any type and any size of it gets the sentence.
        preParsing: refuse,
        handler: refuse,
      });
  }
}
