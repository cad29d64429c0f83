import { Conflict, InvalidInput, NotFound } from '@sayso/core';

/** The app has no instance of the package; `instance` names one that is not the main one. */
export class PackageMissing extends NotFound {
  override readonly code = 'integration-missing';
  constructor(name: string, instance: string | null = null) {
    super('The integration');
    const which = instance === null ? '' : ` as ${JSON.stringify(instance)}`;
    this.message = `The integration ${JSON.stringify(name)} is not installed in this app${which}. Install it in the builder, under Integrations.`;
  }
}

/** No package of this name in the catalogue. */
export class UnknownPackage extends NotFound {
  override readonly code = 'unknown-package';
  constructor(name: string) {
    super('The package');
    this.message = `There is no package ${JSON.stringify(name)}. The operator puts packages into DATA_DIR/integrations.`;
  }
}

/** The package has no endpoint of this name. */
export class UnknownPackageEndpoint extends NotFound {
  override readonly code = 'unknown-endpoint';
  constructor(name: string, endpoint: string, known: readonly string[]) {
    super('The endpoint');
    this.message = `${name} has no endpoint ${JSON.stringify(endpoint.slice(0, 80))}. It has ${known.join(', ')}.`;
  }
}

/** A setting or a secret is missing or does not fit. */
export class InvalidSettings extends InvalidInput {
  override readonly code = 'invalid-settings';
}

/** Required settings or secrets are missing, or cannot be read. */
export class PackageNotReady extends Conflict {
  override readonly code = 'integration-not-ready';
}

/** The package is not the one that the builder saw. */
export class PackageChanged extends Conflict {
  override readonly code = 'package-changed';
  constructor() {
    super('The package has changed since it was shown. Look at what it asks for now.');
  }
}

/** Another instance of the package has this name. */
export class InstanceTaken extends Conflict {
  override readonly code = 'instance-taken';
}
