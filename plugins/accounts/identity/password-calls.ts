import { DomainError } from '@sayso/core';
import { z } from 'zod';
import type { PasswordApi, PasswordClient, PasswordSession } from '../ref.ts';
import { ACCOUNT_HEADER, CLIENT_ADDRESS_HEADER } from './edge-headers.ts';
import type { Identity } from './identity.ts';
import { refusalOf } from './refusals.ts';

/** A refused log-in, sign-up or change of a password, with the message of the specification. */
class PasswordRefused extends DomainError {
  readonly code: string;
  readonly status: number;
  constructor(status: number, { code, message }: { readonly code: string; readonly message: string }) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The client, and the session of its earlier call. */
interface Sender extends PasswordClient {
  readonly authorization?: string;
  readonly accountId?: string;
}

interface PasswordCallsOptions {
  readonly builderUrl: string;
  identity(): Promise<Identity>;
  session(headers: Headers): Promise<{ readonly id: string; readonly accountId: string } | null>;
}

/**
 * Passwords that plugins take. Each goes through better-auth as on the log-in page, so that the same back-off and limits apply to all callers
 * together; the token of its session never leaves this class.
 */
export class PasswordCalls implements PasswordApi {
  readonly #options: PasswordCallsOptions;

  constructor(options: PasswordCallsOptions) {
    this.#options = options;
  }

  async check(given: { readonly email: string; readonly password: string }, client: PasswordClient): Promise<string> {
    const authorization = await this.#call('/sign-in/email', given, client);
    const { accountId } = await this.#session(authorization);
    await this.#call('/sign-out', {}, { ...client, authorization });
    return accountId;
  }

  async logIn(given: { readonly email: string; readonly password: string }, client: PasswordClient): Promise<PasswordSession> {
    return this.#session(await this.#call('/sign-in/email', given, client));
  }

  async signUp(
    { email, password, appId }: { readonly email: string; readonly password: string; readonly appId: string },
    client: PasswordClient,
  ): Promise<PasswordSession> {
    const name = email.split('@')[0] || 'You';
    return this.#session(await this.#call('/sign-up/email', { email, password, appId, name }, client));
  }

  async change(
    { email, password, newPassword }: { readonly email: string; readonly password: string; readonly newPassword: string },
    client: PasswordClient,
  ): Promise<void> {
    const authorization = await this.#call('/sign-in/email', { email, password }, client);
    const { accountId } = await this.#session(authorization);
    const renewed = await this.#call(
      '/change-password',
      { currentPassword: password, newPassword },
      { ...client, authorization, accountId },
    );
    await this.#call('/sign-out', {}, { ...client, authorization: renewed });
  }

  async reset({ token, newPassword }: { readonly token: string; readonly newPassword: string }, client: PasswordClient): Promise<void> {
    await this.#call('/reset-password', { token, newPassword }, client);
  }

  async resendVerification(email: string, client: PasswordClient): Promise<void> {
    await this.#call('/send-verification-email', { email }, client);
  }

  /** Resolves with the `authorization` header of the session, as renewed by the call; empty without one. */
  async #call(path: string, body: object, { address, userAgent, authorization = '', accountId = '' }: Sender): Promise<string> {
    const { builderUrl, identity } = this.#options;
    const headers = new Headers({ 'content-type': 'application/json', [CLIENT_ADDRESS_HEADER]: address, [ACCOUNT_HEADER]: accountId });
    if (userAgent !== null) headers.set('user-agent', userAgent);
    if (authorization !== '') headers.set('authorization', authorization);
    const url = `${builderUrl}/api/auth${path}`;
    const { handler } = await identity();
    const response = await handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
    const text = await response.text();
    if (!response.ok) throw new PasswordRefused(response.status, refusalOf(response.status, text, { url, builderUrl }));
    const token = z.string().safeParse(response.headers.get('set-auth-token'));
    return token.success ? `Bearer ${token.data}` : authorization;
  }

  async #session(authorization: string): Promise<PasswordSession> {
    const session = await this.#options.session(new Headers({ authorization }));
    // A plugin of the installation may end sessions at once.
    if (session === null) throw new PasswordRefused(401, { code: 'AUTHENTICATION_FAILED', message: 'The session has ended.' });
    return { accountId: session.accountId, sessionId: session.id };
  }
}
