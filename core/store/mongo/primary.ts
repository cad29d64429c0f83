import type { MongoClient, ServerDescription, TopologyDescription } from 'mongodb';

/**
 * The server process that takes the writes, as the driver's monitoring (SDAM) sees it. When it restarts, or another one is elected, writes
 * that were not acknowledged by a majority may be lost.
 */
export class Primary {
  readonly #listeners: (() => void)[] = [];
  #isHidden = false;
  /** Of the last primary; null before the first one. */
  #identity: string | null = null;
  /** The driver knew of no primary since. */
  #wasAway = false;

  /** Before the client connects. */
  constructor(client: MongoClient) {
    client.on('topologyDescriptionChanged', ({ newDescription }) => this.#update(newDescription));
  }

  /** Whether the server is `mongos` or a load balancer, which hide the primary. Known once the client has connected. */
  get isHidden(): boolean {
    return this.#isHidden;
  }

  /** Calls the listener before the driver selects the new primary for any operation. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #update({ servers }: TopologyDescription): void {
    const all = [...servers.values()];
    this.#isHidden ||= all.some(({ type }) => type === 'Mongos' || type === 'LoadBalancer');
    const primary = all.find(({ type }) => type === 'RSPrimary' || type === 'Standalone');
    if (primary === undefined) {
      this.#wasAway = true;
      return;
    }
    const identity = identityOf(primary);
    // A server that does not name its process may have restarted whenever it was away.
    const isOther = identity !== this.#identity || (this.#wasAway && primary.topologyVersion === null);
    const isFirst = this.#identity === null;
    this.#identity = identity;
    this.#wasAway = false;
    if (isOther && !isFirst) for (const listener of this.#listeners) listener();
  }
}

/** The address, the process and the term: each election has an id of its own. */
function identityOf({ address, topologyVersion, electionId }: ServerDescription): string {
  return [address, topologyVersion?.processId.toHexString(), electionId?.toHexString()].join(' ');
}
