import { DomainError } from '@sayso/core';
import { APIError, getOAuthState } from 'better-auth/api';
import { z } from 'zod';
import type { SignUpRequest } from './sign-ups.ts';

const fields = z.object({ appId: z.string().max(100).optional(), invitation: z.string().max(200).optional() });

/** What a sign-up brings along: in its body, or through the provider of a social sign-in, in a state that better-auth keeps. */
export async function signUpRequest(body: unknown): Promise<SignUpRequest> {
  const additional = z.object({ additionalData: z.unknown() }).safeParse(body).data?.additionalData;
  const found = fields.safeParse(additional ?? (await getOAuthState().catch(() => null)) ?? body ?? {});
  return found.success ? found.data : {};
}

/** A refusal of ours in the one class of errors that better-auth hands on. */
export async function asApiError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { status, code, message } = error;
    if (status === 429) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message });
    throw new APIError(status === 409 ? 'CONFLICT' : 'FORBIDDEN', { code, message });
  }
}
