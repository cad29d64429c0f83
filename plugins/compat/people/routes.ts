import type { PasswordClient } from '@sayso/accounts/ref';
import type { Http, RequestContext } from '@sayso/core';
import { z } from 'zod';
import { countAnswer, pageAnswer } from '../rows/answers.ts';
import { checkToken, fields, pageQuery, q, sort, whole } from '../rows/routes.ts';
import type { Compat } from '../service.ts';
import { loggedIn, nothing, people, person } from './answers.ts';
import type { PasswordCaller } from './people.ts';

const tags = ['compat'];
const appParams = z.object({ appId: z.string() });
/** Before the limits of each account: guesses at many accounts from one address. */
const open = { access: 'public', does: 'change-own', rateLimit: { max: 30, timeWindow: 60_000 } } as const;
const email = z.string().max(254);
const secret = z.string().max(256);

const clientOf = ({ ip, sayso }: { readonly ip: string; readonly sayso: RequestContext }): PasswordClient => ({
  address: ip,
  userAgent: sayso.headers.get('user-agent'),
});

const callerOf = (request: { readonly ip: string; readonly sayso: RequestContext }): PasswordCaller => ({
  ...clientOf(request),
  actor: request.sayso.actor,
  token: (request.sayso.headers.get('authorization') ?? '').replace(/^Bearer\s+/i, ''),
});

/** Who uses an app, and how they log in. Every call that takes a password or a secret of a mail is limited as the log-in page is. */
export function personRoutes(http: Http, compat: () => Compat): void {
  const me = '/api/apps/:appId/entities/User/me';
  http.get(
    me,
    {
      config: { access: 'app', does: 'look' },
      schema: { tags, summary: 'The person who uses the app', params: appParams, response: { 200: person } },
    },
    (request) => {
      checkToken(request);
      return compat().people.me(request.sayso.actor, request.params.appId);
    },
  );
  http.put(
    me,
    {
      config: { access: 'app', does: 'change-rows' },
      schema: {
        tags,
        summary: 'Keeps what the app wants to know about the person',
        params: appParams,
        body: z.record(z.string(), z.unknown()),
        response: { 200: person },
      },
    },
    (request) => {
      checkToken(request);
      return compat().people.updateMe(request.sayso.actor, request.params.appId, request.body);
    },
  );
  directoryRoutes(http, compat);
  removalRoute(http, compat);
  passwordRoutes(http, compat);
  mailRoutes(http, compat);
}

/** The people of an app, for its admins. The other calls of rows do not reach people: no one is added by a call, nor removed with others. */
function directoryRoutes(http: Http, compat: () => Compat): void {
  const base = '/api/apps/:appId/entities/User';
  const config = { access: 'app', does: 'look' } as const;
  const oneParams = appParams.extend({ id: z.string().max(100) });
  http.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'The people who use the app, last joined first unless sorted; for its admins',
        params: appParams,
        querystring: z.object({ q, sort, fields, limit: whole, skip: whole }),
        response: { 200: people },
      },
    },
    (request) => {
      checkToken(request);
      return compat().people.list(request.sayso.actor, request.params.appId, request.query);
    },
  );
  http.get(
    `${base}/v2/list`,
    {
      config,
      schema: {
        tags,
        summary: 'One page of people, with a cursor for the next; for admins of the app',
        params: appParams,
        querystring: pageQuery,
        response: { 200: pageAnswer },
      },
    },
    (request) => {
      checkToken(request);
      return compat().people.page(request.sayso.actor, request.params.appId, request.query);
    },
  );
  http.get(
    `${base}/count`,
    {
      config,
      schema: {
        tags,
        summary: 'How many people match `q`; for admins of the app',
        params: appParams,
        querystring: z.object({ q }),
        response: { 200: countAnswer },
      },
    },
    async (request) => {
      checkToken(request);
      return { count: await compat().people.count(request.sayso.actor, request.params.appId, request.query.q) };
    },
  );
  http.get(
    `${base}/:id`,
    { config, schema: { tags, summary: 'One person; for admins of the app', params: oneParams, response: { 200: person } } },
    (request) => {
      checkToken(request);
      return compat().people.get(request.sayso.actor, request.params.appId, request.params.id);
    },
  );
  http.put(
    `${base}/:id`,
    {
      config: { ...config, does: 'change-rows', errors: [501] },
      schema: {
        tags,
        summary: 'Keeps what the app wants to know about a person; for its admins',
        params: oneParams,
        body: z.record(z.string(), z.unknown()),
        response: { 200: person },
      },
    },
    (request) => {
      checkToken(request);
      return compat().people.update(request.sayso.actor, request.params.appId, request.params.id, request.body);
    },
  );
}

function removalRoute(http: Http, compat: () => Compat): void {
  http.delete(
    '/api/apps/:appId/entities/User/:id',
    {
      config: { access: 'app', does: 'change-rows', errors: [409] },
      schema: {
        tags,
        summary: 'Ends the membership of a person, with what the app keeps about them; for admins of the app',
        params: appParams.extend({ id: z.string().max(100) }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      checkToken(request);
      await compat().people.remove(request.sayso.actor, request.params.appId, request.params.id);
      return { success: true };
    },
  );
}

function passwordRoutes(http: Http, compat: () => Compat): void {
  const given = z.object({ email, password: secret });
  http.post(
    '/api/apps/:appId/auth/login',
    {
      config: { ...open, errors: [401, 403] },
      schema: { tags, summary: 'A token of the app for a password', params: appParams, body: given, response: { 200: loggedIn } },
    },
    (request) => compat().people.logIn(request.params.appId, request.body, callerOf(request)),
  );
  http.post(
    '/api/apps/:appId/auth/register',
    {
      config: { ...open, errors: [403, 422] },
      schema: { tags, summary: 'Signs up in the app, and logs in', params: appParams, body: given, response: { 200: loggedIn } },
    },
    (request) => compat().people.register(request.params.appId, request.body, callerOf(request)),
  );
  http.post(
    '/api/apps/:appId/auth/change-password',
    {
      config: { access: 'app', does: 'change-own', rateLimit: open.rateLimit },
      schema: {
        tags,
        summary: 'Another password, confirmed by the current one; ends all sessions',
        params: appParams,
        body: z.object({ current_password: secret, new_password: secret }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      checkToken(request);
      const { current_password: password, new_password: newPassword } = request.body;
      await compat().people.changePassword(request.sayso.actor, request.params.appId, { password, newPassword }, clientOf(request));
      return { success: true };
    },
  );
}

function mailRoutes(http: Http, compat: () => Compat): void {
  const mails = { access: 'public', does: 'change-own', rateLimit: { max: 10, timeWindow: 60_000 } } as const;
  const accounts = () => compat().accounts;
  http.post(
    '/api/apps/:appId/auth/verify-otp',
    {
      config: open,
      schema: {
        tags,
        summary: 'Verifies an address by the code in the mail',
        params: appParams,
        body: z.object({
          email: email.optional(),
          otp_code: z.string().max(100).describe('The code, or the token in the link of the mail.'),
        }),
        response: { 200: nothing },
      },
    },
    async ({ body }) => {
      await accounts().verifyEmail({ email: body.email, secret: body.otp_code.trim() });
      return { success: true };
    },
  );
  http.post(
    '/api/apps/:appId/auth/resend-otp',
    {
      config: mails,
      schema: {
        tags,
        summary: 'Mails the link that verifies an address again',
        params: appParams,
        body: z.object({ email }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      await accounts().passwords.resendVerification(request.body.email, clientOf(request));
      return { success: true };
    },
  );
  http.post(
    '/api/apps/:appId/auth/reset-password-request',
    {
      config: mails,
      schema: {
        tags,
        summary: 'Mails a link with which to choose a new password',
        params: appParams,
        body: z.object({ email: z.email().max(254) }),
        response: { 200: nothing },
      },
    },
    async ({ body, params }) => {
      // The page of a new password is never the app's own: its code would learn a secret that opens the whole account.
      const isPublished = await compat()
        .people.publicApp(params.appId)
        .then(
          () => true,
          () => false,
        );
      const next = isPublished ? `/apps/${encodeURIComponent(params.appId)}/login` : undefined;
      await accounts().requestPasswordReset(body.email, next);
      return { success: true };
    },
  );
  http.post(
    '/api/apps/:appId/auth/reset-password',
    {
      config: open,
      schema: {
        tags,
        summary: 'A new password, by the token in the link of the mail',
        params: appParams,
        body: z.object({ reset_token: z.string().max(200), new_password: secret }),
        response: { 200: nothing },
      },
    },
    async (request) => {
      const { reset_token: token, new_password: newPassword } = request.body;
      await accounts().passwords.reset({ token, newPassword }, clientOf(request));
      return { success: true };
    },
  );
  for (const path of ['/api/apps/:appId/users/invite-user', '/api/apps/:appId/runtime/users/invite-user']) {
    http.post(
      path,
      {
        config: { access: 'app', does: 'spend', rateLimit: mails.rateLimit, errors: [409] },
        schema: {
          tags,
          summary: 'Mails a person the address of the app, in which they sign up with a role; for its admins',
          params: appParams,
          body: z.object({ user_email: z.email().max(254), role: z.string().max(100).default('user') }),
          response: { 200: nothing },
        },
      },
      async (request) => {
        checkToken(request);
        const { user_email, role } = request.body;
        await compat().people.invite(request.sayso.actor, request.params.appId, { email: user_email, role });
        return { success: true };
      },
    );
  }
}
