/** The header in which the edge says from where a request came; what a client puts there is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-sayso-client-address';
