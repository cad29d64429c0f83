import { type Call, type Caller, callers, type Policy, type RouteRow, type World } from './world.ts';

/** The same response for all callers, with exceptions. */
export function all(answer: number | string, but: Partial<Policy> = {}): Policy {
  return { ...(Object.fromEntries(callers.map((caller) => [caller, answer])) as Record<Caller, number | string>), ...but };
}
export const noAccount = { nobody: 401, tampered: 401, expired: 401 } as const;
/** Sessions of the builder host, which belong to no app. */
export const noApp = { stranger: 404, owner: 404, ownerCookie: 404, admin: 404, userSession: 404 } as const;
const appTokens = { visitor: 403, appUser: 403, appOwner: 403, otherApp: 403 } as const;
/** Signed in on the builder host. */
export const account = (answer: number): Policy => all(answer, { ...noAccount, ...appTokens });
/** Those of them who may build. */
export const builders = (answer: number): Policy => ({ ...account(answer), userSession: 403 });
/** The owner of the app and admins; 404 for all others. */
export const owners = (answer = 200): Policy => ({ ...builders(answer), stranger: 404 });
/** Builders whose permissions let them add rows: those who do not administer the app are its visitors. */
export const importers = (answer: number): Policy => ({ ...builders(answer), stranger: 401 });
/** Cookies have no effect on the runtime host. */
export const onRuntime = (policy: Policy): Policy => ({ ...policy, ownerCookie: policy.nobody });

/** Public on purpose. */
export const open = (path: string | ((world: World) => string), status = 200): RouteRow => ({
  call: (world) => ({ path: typeof path === 'string' ? path : path(world) }),
  expected: all(status),
});
export const onRuntimeHost = ({ call, expected }: RouteRow): RouteRow => ({
  call: async (world) => ({ ...(await call(world)), host: 'runtime' }),
  expected,
});
/** A call about the owner's app. */
export const ofApp = (rest: string, more: Omit<Call, 'path'> = {}, answer = 200): RouteRow => ({
  call: async ({ newApp }) => {
    const { id, versionId } = await newApp();
    return { path: `/api/apps/${id}${rest.replace(':versionId', versionId)}`, ...more };
  },
  expected: owners(answer),
});
export const forAdmins = ({ call, expected }: RouteRow): RouteRow => ({ call, expected: { ...expected, owner: 403, ownerCookie: 403 } });
export const mine = (path: string, more: Omit<Call, 'path'> = {}, answer = 200): RouteRow => ({
  call: () => ({ path, ...more }),
  expected: account(answer),
});
