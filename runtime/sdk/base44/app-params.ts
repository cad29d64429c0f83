import { connection } from '../connection.ts';

export const appParams = {
  get appId() {
    return connection.appId;
  },
  serverUrl: '',
  appBaseUrl: '',
  functionsVersion: '',
  fromUrl: '',
  get token() {
    return connection.token;
  },
};
export default appParams;
