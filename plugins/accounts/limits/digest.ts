import { createHash, randomBytes, randomInt } from 'node:crypto';

/** SHA-256 in hexadecimal: the stored form of secrets with full entropy. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A secret of 256 bits for a link or a code. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

const CODE_DIGITS = 6;
export const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);
/** A code that people type. It is guessable: it needs a limit of attempts and a short life. */
export const randomCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
