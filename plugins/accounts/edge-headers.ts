/**
 * What the edge knows of a request and better-auth's hooks need. The route overwrites both, so no client can name its own.
 */
export const CLIENT_ADDRESS_HEADER = 'x-sayso-client-address';
/** The id of the signed-in account. */
export const ACCOUNT_HEADER = 'x-sayso-account';
