import type { Access, Deed } from '@sayso/core';
import { type Caller, everyone, type Member, type Policy } from './callers.ts';

/** Expected responses that do not follow from the declaration of the route or field. */
export type Exceptions = Partial<Record<Member, number | string>>;

/** What a route or field declares. */
export interface Declared {
  readonly access: Access;
  readonly does: Deed;
  /** Whether it names an app, so that roles decide before the handler. */
  readonly isOfApp: boolean;
}

/** How refusals look: statuses of a route, or codes of a field. */
interface Refusals {
  readonly forbidden: number | string;
}
export const statuses: Refusals = { forbidden: 403 };
export const codes: Refusals = { forbidden: 'forbidden' };

const isLooking = (does: Deed) => does === 'look' || does === 'change-own';
const isBuilding = (does: Deed) => does === 'change-app' || does === 'administer';

/**
 * Expected responses for members, from those for other callers: an editor is an owner who does not administer, a viewer one who only looks, as
 * the preview of an older version does, and who was removed is a stranger.
 */
export function withMembers(
  policy: Policy,
  { access, does, isOfApp }: Declared,
  refusals: Refusals,
): Record<Caller | Member, number | string> {
  const { forbidden } = refusals;
  const refused = (needed: boolean, else_: number | string) => (needed && isOfApp ? forbidden : else_);
  const frame = policy.appOwner;
  // Builders' routes refuse tokens of apps whatever they do; public ones and those with a signature do not ask for roles.
  const decides = access === 'app' && frame !== forbidden;
  const looking = decides && !isLooking(does) ? forbidden : frame;
  return {
    ...policy,
    editor: refused(does === 'administer', policy.owner),
    viewer: refused(!isLooking(does), policy.owner),
    demoted: refused(!isLooking(does), policy.owner),
    removed: policy.stranger,
    closed: policy.tampered,
    editorFrame: frame,
    viewerFrame: looking,
    demotedFrame: looking,
    olderFrame: decides && does !== 'look' ? forbidden : frame,
    // The token of a preview ends with the role.
    removedFrame: policy.tampered,
  };
}

type Refused = Record<Caller | Member, number | null>;
const every = (answer: number | null): Refused => Object.fromEntries(everyone.map((caller) => [caller, answer])) as Refused;
const FRAMES = ['appOwner', 'editorFrame', 'viewerFrame', 'demotedFrame', 'olderFrame'] as const;
/** Without a token, or with one that is not valid (any more). */
const INVALID = ['nobody', 'tampered', 'expired', 'closed', 'removedFrame'] as const;
const TOKENS = ['visitor', 'appUser', 'otherApp', ...FRAMES] as const;
const some = (callers: readonly (Caller | Member)[], answer: number): Partial<Refused> =>
  Object.fromEntries(callers.map((caller) => [caller, answer]));

/** Refused by the access that is declared, whatever the route does. */
const BY_ACCESS: Readonly<Record<Access, Partial<Refused>>> = {
  public: {},
  signature: {},
  app: {},
  account: { ...some(INVALID, 401), ...some(TOKENS, 403) },
  builder: { ...some(INVALID, 401), ...some(TOKENS, 403), userSession: 403 },
  admin: { ...every(403), ...some(INVALID, 401), admin: null },
};

/** Refused by what is declared to be done, of those who have access. `ofApp`: by their role, where the URL names the app. */
function byDeed({ access, does, isOfApp }: Declared): Partial<Refused> {
  if (access === 'signature' || does === 'look') return {};
  if (isLooking(does)) return access === 'app' ? { olderFrame: 403 } : {};
  if (!isBuilding(does)) return { ...(isOfApp && access !== 'public' ? VIEWERS : {}), ...(access === 'app' ? VIEWING_FRAMES : {}) };
  const roles = { ...VIEWERS, ...some(['stranger', 'removed', 'userSession'], 404), ...(does === 'administer' ? { editor: 403 } : {}) };
  return { ...some(INVALID, 401), ...some(TOKENS, 403), ...(isOfApp ? roles : {}) };
}
const VIEWERS = some(['viewer', 'demoted'], 403);
const VIEWING_FRAMES = some(['viewerFrame', 'demotedFrame', 'olderFrame'], 403);

/** The refusals that a declaration alone decides, whatever the handler answers; null: the handler decides. For routes of any plugin. */
export function declaredRefusals(declared: Declared): Refused {
  const other = declared.access === 'app' && declared.isOfApp ? { otherApp: 404 } : {};
  return { ...every(null), ...byDeed(declared), ...BY_ACCESS[declared.access], ...(declared.access === 'admin' ? {} : other) };
}
