import { Conflict, DomainError, Forbidden, TooManyRequests, Unauthenticated } from '@sayso/core';

/** The specification's messages for better-auth's errors, by call. */
export const messages = {
  weakPassword: 'This password is too weak',
  emailInUse: 'This email is already in use, try logging in',
  invalidEmail: 'This email is invalid',
  wrongLogin: 'Invalid email or password',
  disabled: 'User is disabled, contact us for more info',
  tooManyLogins: 'Too many login attempts, try again later',
  resetNotSent: 'Something went wrong sending password reset email. Please try again later or contact support.',
  resetLinkInvalid: 'Link invalid, try to reset your password again.',
  resetWeak: 'Password is too weak, please try again.',
  resetNoUser: 'User not found or disabled.',
  resetFailed: 'Error resetting password!',
  accountFailed: 'Something went wrong in creating account, try again later or contact us.',
  emailChangeInUse: 'This email is already in use',
  codeInvalid: 'This code is invalid or has expired. Ask for a new one.',
  tooManyCodes: 'Too many codes were tried for this email. Ask for a new one in an hour.',
  recentLoginNeeded: 'Log in again to change your email: your last log-in was too long ago.',
  mailsSent: 'We sent several links to this address already. Try again in an hour.',
  emailChangeFailed: 'Something went wrong when confirming email change. Please try again later or contact support.',
} as const;

/** The builder was opened at another host, such as 127.0.0.1: its sessions and previews belong to one origin. */
export const wrongAddress = (builderUrl: string, origin: string | null): string => {
  const here = origin ?? 'another address';
  return `This page was opened at ${here}, but BUILDER_URL is ${builderUrl}. Log in there, or set BUILDER_URL to ${origin ?? 'this address'}, and RUNTIME_URL to one for the apps, and start Sayso again.`;
};

/** As the browser would write it; null for what is no address of a page. */
export function originOf(origin: string | null): string | null {
  return origin !== null && /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).origin : null;
}

/** The installation, or the app, does not accept this sign-up. */
export class SignUpRefused extends Forbidden {
  override readonly code: string;
  constructor(code: 'app-signup-closed' | 'signup-closed' | 'invitation-needed', message: string) {
    super(message);
    this.code = code;
  }
}

/** A job acts as an account that was disabled or removed since. */
export class AccountClosed extends Forbidden {
  override readonly code = 'account-closed';
  constructor() {
    super('The account that started this was disabled or removed, so it was not done.');
  }
}

/** An invitation that is unknown, used up, expired or revoked. */
export class InvitationInvalid extends Forbidden {
  override readonly code = 'invitation-invalid';
  constructor() {
    super('This invitation no longer works. Ask for a new one.');
  }
}

/** The requested e-mail address belongs to another account. */
export class EmailAlreadyExists extends Conflict {
  override readonly code = 'auth/email-already-exists';
  constructor() {
    super(messages.emailChangeInUse);
  }
}

/** The e-mail could not be changed; the cause is in the log. */
export class EmailChangeFailed extends DomainError {
  readonly code = 'auth/email-change-failed';
  readonly status = 400;
  constructor() {
    super(messages.emailChangeFailed);
  }
}

/** A callback URL that is no page of the builder. */
export class ForeignCallback extends Forbidden {
  override readonly code = 'INVALID_CALLBACK_URL';
  constructor(target: string) {
    super(`"${target.slice(0, 200)}" is not a page of Sayso. Name one, such as /home.`);
  }
}

/** The link was used, has expired, or was made for an address that the account no longer has. */
export class EmailLinkInvalid extends DomainError {
  readonly code = 'auth/link-invalid';
  readonly status = 400;
  constructor() {
    super(messages.emailChangeFailed);
  }
}

/** The code that verifies an address is not the one of its mails, was used, or has expired. */
export class VerificationCodeInvalid extends DomainError {
  readonly code = 'auth/code-invalid';
  readonly status = 400;
  constructor() {
    super(messages.codeInvalid);
  }
}

/** A change that needs the password, or a session that began with a log-in a short time ago. */
export class RecentLoginNeeded extends Unauthenticated {
  override readonly code = 'auth/requires-recent-login';
  constructor() {
    super(messages.recentLoginNeeded);
  }
}

/** The password that confirms a change is not the account's. */
export class WrongPassword extends DomainError {
  readonly code = 'auth/wrong-password';
  readonly status = 403;
  constructor() {
    super(messages.wrongLogin);
  }
}

/** The reset mail could not be sent; the cause is in the log. */
export class ResetMailFailed extends DomainError {
  readonly code = 'auth/reset-mail-failed';
  readonly status = 502;
  constructor() {
    super(messages.resetNotSent);
  }
}

/** The mail server did not accept a mail; `message` is its reply, or the network error. */
export class MailNotDelivered extends DomainError {
  readonly code = 'mail-not-delivered';
  readonly status = 502;
  /** The server would reject this mail again. */
  readonly isFinal: boolean;
  constructor(reason: string, isFinal: boolean, options?: ErrorOptions) {
    super(reason);
    this.isFinal = isFinal;
    if (options !== undefined) this.cause = options.cause;
  }
}

/** As many mails as an account, the installation or the recipient may have in a day. */
export class MailLimitReached extends TooManyRequests {
  override readonly code = 'mail-limit-reached';
}

/** No mail server is configured. */
export class NoMailServer extends Conflict {
  override readonly code = 'no-mail-server';
  constructor() {
    super('No mail server is connected. Set SMTP_URL first.');
  }
}

const byPath: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/sign-up/email': {
    PASSWORD_TOO_SHORT: messages.weakPassword,
    PASSWORD_TOO_LONG: messages.weakPassword,
    INVALID_PASSWORD: messages.weakPassword,
    WEAK_PASSWORD: messages.weakPassword,
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: messages.emailInUse,
    USER_ALREADY_EXISTS: messages.emailInUse,
    INVALID_EMAIL: messages.invalidEmail,
    TOO_MANY_REQUESTS: messages.tooManyLogins,
    '*': messages.accountFailed,
  },
  '/sign-in/email': {
    USER_DISABLED: messages.disabled,
    TOO_MANY_REQUESTS: messages.tooManyLogins,
    '*': messages.wrongLogin,
  },
  '/change-password': {
    PASSWORD_TOO_SHORT: messages.weakPassword,
    PASSWORD_TOO_LONG: messages.weakPassword,
    WEAK_PASSWORD: messages.weakPassword,
    INVALID_PASSWORD: messages.wrongLogin,
    TOO_MANY_REQUESTS: messages.tooManyLogins,
  },
  '/request-password-reset': { '*': messages.resetNotSent },
  '/reset-password': {
    INVALID_TOKEN: messages.resetLinkInvalid,
    TOKEN_EXPIRED: messages.resetLinkInvalid,
    PASSWORD_TOO_SHORT: messages.resetWeak,
    PASSWORD_TOO_LONG: messages.resetWeak,
    WEAK_PASSWORD: messages.resetWeak,
    USER_NOT_FOUND: messages.resetNoUser,
    USER_DISABLED: messages.resetNoUser,
    '*': messages.resetFailed,
  },
};

/** Codes of our own errors, whose messages are kept. */
const OWN_CODES = new Set(['app-signup-closed', 'signup-closed', 'invitation-needed', 'invitation-invalid', 'conflict']);

/** The message for an error of better-auth; `fallback` (its own) where the specification has none. `path` is below `/api/auth`. */
export function messageFor(path: string, code: string, fallback: string): string {
  if (OWN_CODES.has(code)) return fallback;
  const table = byPath[path];
  // The field named in better-auth's message identifies the invalid input.
  if (code === 'VALIDATION_ERROR' && table && /body\.email/.test(fallback)) return table['INVALID_EMAIL'] ?? table['*'] ?? fallback;
  return table?.[code] ?? table?.['*'] ?? fallback;
}
