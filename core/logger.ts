import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { CoreConfig } from './config/index.ts';

/** Fields that are redacted at any of the three top levels of a log entry. */
const SECRETS = ['authorization', 'cookie', 'set-cookie', 'token', 'accessToken', 'password', 'secret', 'apiKey', 'signature'];

/** JSON lines on standard output, or on `destination`. */
export function createLogger(level: CoreConfig['LOG_LEVEL'], destination?: DestinationStream): PinoLogger {
  const paths = SECRETS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);
  const options = { level, base: null, redact: { paths, censor: '[redacted]' }, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}
