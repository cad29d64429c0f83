export { people } from './auth.ts';
export { createBase44 } from './client.ts';
export { Base44Error, createAxiosClient, getAccessToken, getLoginUrl, removeAccessToken, saveAccessToken } from './token.ts';
