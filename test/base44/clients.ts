// @ts-expect-error: its types are those of another entry.
import * as sdk012 from 'base44-sdk-0-1-2/dist/index.esm.js';
import * as sdk050 from 'base44-sdk-0-5-0';
import * as sdk080 from 'base44-sdk-0-8-0';
import * as sdk0850 from 'base44-sdk-0-8-50';
import type { Data } from '../security/world.ts';

interface Sdk {
  createClient(config: object): Data;
  /** Reads the token of a browser from the page's address or its storage. */
  getAccessToken(): string | null;
}

export interface ClientOptions {
  readonly serverUrl: string;
  readonly appId: string;
  readonly token?: string | undefined;
  readonly serviceToken?: string;
  readonly appBaseUrl?: string;
}

const sdks = { '0.1.2': sdk012 as Sdk, '0.5.0': sdk050 as Sdk, '0.8.0': sdk080 as Sdk, '0.8.50': sdk0850 as Sdk } as const;
export type SdkVersion = keyof typeof sdks;
export const versions = Object.keys(sdks) as SdkVersion[];

/** What the client reads as its token in a browser. */
export const readToken = (version: SdkVersion): string | null => sdks[version].getAccessToken();

/** Versions with a Socket.IO connection, which they open with the client or with its first subscription. */
export const live = ['0.8.0', '0.8.50'] as const;

/** An unmodified client. */
export function client(version: SdkVersion, options: ClientOptions): Data {
  return sdks[version].createClient({ ...options, analytics: { enabled: false } });
}
