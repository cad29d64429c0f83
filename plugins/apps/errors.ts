import { Conflict, InvalidInput } from '@sayso/core';

/** The app's current version has changed since the caller read it. */
export class VersionConflict extends Conflict {
  override readonly code = 'version-conflict';
  constructor() {
    super('The app has changed in the meantime. Load the latest version and try again.');
  }
}

/** Publish or preview of an app without a version. */
export class NoVersionYet extends Conflict {
  override readonly code = 'no-version-yet';
  constructor() {
    super('This app is still empty. Describe it in the chat first.');
  }
}

/** The address belongs to another app. */
export class SlugTaken extends Conflict {
  override readonly code = 'slug-taken';
  constructor(slug: string) {
    super(`The address "${slug}" is taken. Choose another one.`);
  }
}

/** The custom domain belongs to another app. */
export class DomainTaken extends Conflict {
  override readonly code = 'domain-taken';
  constructor(domain: string) {
    super(`The domain "${domain}" is used by another app.`);
  }
}

/** An account has reached its limit of apps. */
export class TooManyApps extends Conflict {
  override readonly code = 'quota-reached';
  constructor(count: number, most: number) {
    super(`You have ${count} apps, and an account may have ${most}. Delete some first.`);
  }
}

/** An app has as many branches as it may have. */
export class TooManyBranches extends Conflict {
  override readonly code = 'quota-reached';
  constructor(most: number) {
    super(`An app may have ${most} ideas at a time. Merge one or throw one away first.`);
  }
}

/** What a branch is not for: it has the people, the address and the users of its app. */
export class OnlyInApp extends Conflict {
  override readonly code = 'only-in-app';
  constructor(what: string) {
    super(`${what} only in the app itself, not in an idea. Merge the idea first.`);
  }
}

/** Files that changed in the app and in its branch, and whose changes do not go together. */
export class MergeConflicts extends Conflict {
  override readonly code = 'merge-conflicts';
  constructor(paths: readonly string[]) {
    super(`These files changed in the app and in the idea: ${paths.join(', ')}. Choose which one to keep.`);
  }
}

/** The only owner gives up the app. */
export class LastOwner extends Conflict {
  override readonly code = 'last-owner';
  constructor() {
    super('An app needs an owner. Make someone else an owner first.');
  }
}

/** An app has as many builders as it may have. */
export class TooManyBuilders extends Conflict {
  override readonly code = 'quota-reached';
  constructor(most: number) {
    super(`An app may have ${most} builders besides its owner. Remove someone first.`);
  }
}

/** An invitation that is unknown, used up, expired or revoked, or for another address. */
export class InvitationUnusable extends InvalidInput {
  override readonly code = 'invitation-invalid';
  constructor(email: string | null = null) {
    super(
      email === null ? 'This invitation no longer works. Ask for a new one.' : `This invitation is for ${email}. Log in with that address.`,
    );
  }
}

/** The file of a selected element has changed since. */
export class ElementMoved extends Conflict {
  override readonly code = 'element-moved';
  constructor() {
    super('The app has changed since you selected this. Select it again.');
  }
}

const REFUSALS = {
  computed: 'Code computes this. Say in the chat what to change.',
  'bad-value': 'This cannot be used here. Choose something else.',
  'used-in-code': 'Code around this needs it. Say in the chat what to change.',
  unreadable: 'This file has a mistake, so it cannot be edited here. Ask the assistant to fix it first.',
} as const;

/** An edit that an element does not allow. */
export class ElementNotEditable extends InvalidInput {
  override readonly code = 'element-not-editable';
  constructor(reason: keyof typeof REFUSALS) {
    super(REFUSALS[reason]);
  }
}

/** The version was made by a message, changes tables, or has no version before it. */
export class NothingToUndo extends Conflict {
  override readonly code = 'nothing-to-undo';
  constructor() {
    super('This cannot be undone here. Use the list of versions.');
  }
}

/** A zip that is not read, or that holds no app. */
export class ProjectUnreadable extends InvalidInput {
  override readonly code = 'project-unreadable';
  constructor(why: string) {
    super(`The project was not imported: ${why}.`);
  }
}

/** An invalid path of an app's file. */
export class InvalidPath extends InvalidInput {
  override readonly code = 'invalid-path';
  constructor(path: string, reason: string) {
    super(`"${path.slice(0, 100)}" is not a file of an app: ${reason}`, [{ path, message: reason }]);
  }
}

/** The schema of a table, saved as a file. */
export class TableReadOnly extends InvalidInput {
  override readonly code = 'table-read-only';
  constructor(path: string) {
    super(`"${path}" is read-only. Change the table in the data browser, or ask for it in the chat.`, [{ path, message: 'is read-only' }]);
  }
}

/** An invalid schema of a table. */
export class InvalidEntity extends InvalidInput {
  override readonly code = 'invalid-entity';
  constructor(path: string, issues: InvalidInput['issues']) {
    const [first] = issues;
    super(`${path}: ${first?.path ? `${first.path}: ` : ''}${first?.message ?? 'is not a schema.'}`, issues);
  }
}
