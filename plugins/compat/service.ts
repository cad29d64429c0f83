import type { AccountsApi } from '@sayso/accounts/ref';
import type { CompatContext } from './config.ts';
import { People } from './people/people.ts';
import { Creators } from './rows/creators.ts';
import { CompatRows } from './rows/rows.ts';

/** The wire of the client `@base44/sdk` on the services of this product; it decides no permission itself. */
export class Compat {
  readonly rows: CompatRows;
  readonly people: People;
  readonly creators: Creators;
  readonly accounts: AccountsApi;

  constructor({ needs }: CompatContext) {
    this.creators = new Creators(needs);
    this.rows = new CompatRows(needs.entities, this.creators);
    this.people = new People(needs);
    this.accounts = needs.accounts;
  }
}
