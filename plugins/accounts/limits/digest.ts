import { createHash, randomBytes } from 'node:crypto';

/** SHA-256 in hexadecimal: the stored form of secrets with full entropy. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A secret of 256 bits for a link or a code. */
export const randomToken = (): string => randomBytes(32).toString('base64url');
