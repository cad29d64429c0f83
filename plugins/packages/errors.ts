import { Conflict, DomainError, InvalidInput, NotFound } from '@sayso/core';

/** The text is no name of an npm package. */
export class InvalidPackageName extends InvalidInput {
  override readonly code = 'invalid-package-name';
  constructor(name: string) {
    super(`"${name.slice(0, 100)}" is no name of an npm package.`, [{ path: 'name', message: 'is no name of an npm package' }]);
  }
}

/** The text is no version, range or tag. */
export class InvalidPackageVersion extends InvalidInput {
  override readonly code = 'invalid-package-version';
  constructor(version: string) {
    super(`"${version.slice(0, 100)}" is no version. Use one such as 1.2.3, ^1.2.0 or latest.`, [
      { path: 'version', message: 'is no version' },
    ]);
  }
}

/** Apps can import it without being allowed. */
export class PackageBuiltIn extends Conflict {
  override readonly code = 'package-built-in';
  constructor(name: string, version: string) {
    super(`"${name}" is built in${version === '' ? '' : ` (${version})`}: apps can import it already.`);
  }
}

/** Other allowed packages share its modules, or the configuration names it. */
export class PackageNeeded extends Conflict {
  override readonly code = 'package-needed';
  constructor(name: string, why: string) {
    super(`"${name}" cannot be removed: ${why}`);
  }
}

export class NoSuchPackage extends NotFound {
  override readonly code = 'no-such-package';
  constructor(name: string) {
    super(`The package "${name.slice(0, 100)}"`);
  }
}

/** The registry did not answer; the same request may succeed later. */
export class RegistryUnavailable extends DomainError {
  readonly code = 'registry-unavailable';
  readonly status = 502;
  override readonly detail: string;
  constructor(detail: string) {
    super('The npm registry does not answer.');
    this.detail = detail;
  }
}

/** A package cannot be allowed, for a reason that another attempt does not change. */
export class PackageRefused extends DomainError {
  readonly status = 422;
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
