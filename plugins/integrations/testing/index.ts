export { Seal } from '../packages/sealing.ts';
export { Isolation } from '../sandbox/isolation.ts';
export { Sandbox } from '../sandbox/sandbox.ts';
export { type OauthServer, startOauthServer } from './oauth-server.ts';
