/** The server that the app of a project calls. */
export interface ProjectAddress {
  readonly appId: string;
  readonly slug: string;
  readonly builderUrl: string;
  /** Of the API, without a slash at the end. */
  readonly apiUrl: string;
}
