/** Every kind of caller. Tokens are sent as `Authorization: Bearer`, unless the name says otherwise. */
export const callers = [
  /** No token, no cookie. */
  'nobody',
  /** A token of the app with a forged signature. */
  'tampered',
  /** An expired token of the app. */
  'expired',
  /** An anonymous token of the app, of a visitor without an account. */
  'visitor',
  /** Signed up to the published app, with its token. */
  'appUser',
  /** Token of the owner's preview frame. */
  'appOwner',
  /** A user with a token of another app. */
  'otherApp',
  /** Signed up to the published app and signed in on the builder host; may not build. */
  'userSession',
  /** Another builder. */
  'stranger',
  'owner',
  /** The owner in a browser, on a page of the builder host. */
  'ownerCookie',
  /** Administrator of the installation. */
  'admin',
] as const;
export type Caller = (typeof callers)[number];

/** Expected response for each caller; those for members follow from the declaration, see members.ts. */
export type Policy = Readonly<Record<Caller, number | string>>;

/** People who build the owner's app with them, or did; those that end in `Frame` are the tokens of their previews. */
export const members = [
  'editor',
  'viewer',
  /** Was an editor, and views now; their preview is from before. */
  'demoted',
  /** Was an editor; their preview is from before. */
  'removed',
  /** The account was disabled. */
  'closed',
  'editorFrame',
  'viewerFrame',
  'demotedFrame',
  /** Token of the owner's preview of an older version. */
  'olderFrame',
  'removedFrame',
] as const;
export type Member = (typeof members)[number];

export const everyone: readonly (Caller | Member)[] = [...callers, ...members];
