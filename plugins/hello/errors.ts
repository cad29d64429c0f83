import { InvalidInput } from '@sayso/core';

/** The name is empty. */
export class NameMissing extends InvalidInput {
  override readonly code = 'hello-name-missing';
  constructor() {
    super('A greeting needs a name.', [{ path: 'name', message: 'is empty' }]);
  }
}
