import type { AccountsApi } from '@sayso/accounts/ref';
import type { RuntimeApi } from '@sayso/runtime/ref';
import type { CompatContext } from './config.ts';
import { People } from './people/people.ts';
import type { CompatApi } from './ref.ts';
import { Creators } from './rows/creators.ts';
import { CompatRows } from './rows/rows.ts';
import { Sockets } from './sockets/sockets.ts';

/** The wire of the client `@base44/sdk` on the services of this product; it decides no permission itself. */
export class Compat implements CompatApi {
  readonly rows: CompatRows;
  readonly people: People;
  readonly creators: Creators;
  readonly accounts: AccountsApi;
  readonly sockets: Sockets;
  readonly runtime: RuntimeApi;
  readonly builderUrl: string;

  constructor({ needs, config, host, log }: CompatContext) {
    this.creators = new Creators(needs);
    this.rows = new CompatRows(needs.entities, this.creators);
    this.people = new People(needs);
    this.accounts = needs.accounts;
    this.runtime = needs.runtime;
    this.builderUrl = host.builderUrl;
    this.sockets = new Sockets({
      entities: needs.entities,
      emailOf: (id) => this.creators.email(id),
      settings: { all: config.COMPAT_SOCKETS, perAddress: config.COMPAT_SOCKETS_PER_ADDRESS },
      log,
    });
  }
}
