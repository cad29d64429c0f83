import { storeNow } from '@sayso/core';
import { z } from 'zod';
import type { AppTokenClaims } from '../ref.ts';
import type { IssuedClaims } from './app-sessions.ts';

const LIFETIME_SECONDS = 50 * 60;
/** How long an expired token can still be refreshed, while its session is active. */
const REFRESH_SECONDS = 30 * 24 * 3600;
const ISSUER = 'sayso';
/** A JSON Web Signature; tokens of sessions have another form. Avoids costly errors of the library. */
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const payloadShape = z.object({
  aud: z.string(),
  sub: z.string().optional(),
  sid: z.string().optional(),
  adm: z.boolean(),
  prv: z.literal(true).optional(),
  ro: z.literal(true).optional(),
  iat: z.number(),
  exp: z.number(),
});

function claimsOf(payload: unknown): IssuedClaims | null {
  const parsed = payloadShape.safeParse(payload);
  if (!parsed.success) return null;
  const { aud, sub, sid, adm, prv, ro, iat, exp } = parsed.data;
  const who = { appId: aud, accountId: sub ?? null, sessionId: sid ?? null, admin: adm, isPreview: prv === true, readsOnly: ro === true };
  return { ...who, issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 };
}

let loaded: Promise<typeof import('jose')> | undefined;
/** Loaded on first use: `import()` resolves the module again at each call. */
function jose(): Promise<typeof import('jose')> {
  loaded ??= import('jose');
  return loaded;
}

export type AppTokens = ReturnType<typeof appTokens>;

/** Tokens of one app each (RFC 7519, HS256, audience = app id). */
export function appTokens(key: Uint8Array) {
  async function verified(token: string, tolerance: number): Promise<IssuedClaims | null> {
    if (!SIGNED.test(token)) return null;
    const { errors, jwtVerify } = await jose();
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: ISSUER,
        algorithms: ['HS256'],
        clockTolerance: tolerance,
        currentDate: new Date(storeNow()),
      });
      return claimsOf(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  return {
    /** `afterMs`: a time in ms since 1970 after which it is issued, so that a log-out at that time does not revoke it. */
    async mint(claims: AppTokenClaims, afterMs = 0): Promise<{ token: string; expiresAt: string }> {
      const now = Math.max(storeNow(), afterMs + 1) / 1000;
      const expires = Math.floor(now) + LIFETIME_SECONDS;
      const { SignJWT } = await jose();
      const session = claims.sessionId ? { sid: claims.sessionId } : {};
      const preview = { ...(claims.isPreview ? { prv: true } : {}), ...(claims.readsOnly ? { ro: true } : {}) };
      const jwt = new SignJWT({ adm: claims.admin, ...session, ...preview })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(claims.appId)
        // In milliseconds, which the standard allows: a person may log out and in again within a second.
        .setIssuedAt(now)
        .setExpirationTime(expires);
      if (claims.accountId) jwt.setSubject(claims.accountId);
      return { token: await jwt.sign(key), expiresAt: new Date(expires * 1000).toISOString() };
    },

    verify: (token: string): Promise<IssuedClaims | null> => verified(token, 0),

    /** The claims of a genuine token, which may have expired. */
    verifyForRefresh: (token: string): Promise<IssuedClaims | null> => verified(token, REFRESH_SECONDS),
  };
}
