/** Headers that pass what the edge knows of a request to better-auth's hooks. The route overwrites both, so clients cannot forge them. */
export const CLIENT_ADDRESS_HEADER = 'x-sayso-client-address';
/** The id of the signed-in account. */
export const ACCOUNT_HEADER = 'x-sayso-account';
