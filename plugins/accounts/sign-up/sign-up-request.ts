import { DomainError } from '@sayso/core';
import { APIError, getOAuthState } from 'better-auth/api';
import { z } from 'zod';
import type { SignUpRequest } from './sign-ups.ts';

const fields = z.object({ appId: z.string().max(100).optional(), invitation: z.string().max(200).optional() });

/** The app or invitation of a sign-up: from its body, or, for a social sign-in, from the state that better-auth keeps. */
export async function signUpRequest(body: unknown): Promise<SignUpRequest> {
  const additional = z.object({ additionalData: z.unknown() }).safeParse(body).data?.additionalData;
  const found = fields.safeParse(additional ?? (await getOAuthState().catch(() => null)) ?? body ?? {});
  return found.success ? found.data : {};
}

/** Wraps an error of ours in the only class of errors that better-auth passes on. */
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
