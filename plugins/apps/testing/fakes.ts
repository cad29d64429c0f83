import { createHash } from 'node:crypto';
import { type Account, type AccountsApi, type AppTokenClaims, accountsRef, type Mail } from '@sayso/accounts/ref';
import type { Actor } from '@sayso/core';
import type { TestHost } from '@sayso/core/testing';
import { type AppDirectory, type AppSources, appDirectory, type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';

export const owner: Actor = { kind: 'account', id: 'owner', admin: false, builder: true };
export const stranger: Actor = { kind: 'account', id: 'stranger', admin: false, builder: true };
export const admin: Actor = { kind: 'account', id: 'admin', admin: true };
export const visitor: Actor = { kind: 'anonymous' };

/** The PKCE verifier that an app's page keeps during a log-in, and the challenge that it sends. */
export const codeVerifier = 'a-verifier-that-is-at-least-43-characters-long';
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Fakes of the plugins that this one needs, and the calls that they got. */
export function neighbours() {
  const published: AppSources[] = [];
  const mails: Mail[] = [];
  const codes = new Map<string, { readonly claims: AppTokenClaims; readonly codeChallenge: string }>();
  const memories = new Map<string, Readonly<Record<string, unknown>>>();
  const seen: { directory: AppDirectory | null; readonly revoked: string[] } = { directory: null, revoked: [] };
  const token = (claims: AppTokenClaims) => ({ token: JSON.stringify(claims), expiresAt: '2030-01-01T00:00:00.000Z' });
  const read = (text: string): AppTokenClaims | null => {
    try {
      return JSON.parse(text) as AppTokenClaims;
    } catch {
      return null;
    }
  };
  const account = (id: string): Account => ({
    id,
    email: `${id}@example.com`,
    emailVerified: true,
    name: id,
    accountType: 'builder',
    plan: 'lite',
    isAdmin: false,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const accounts: Omit<AccountsApi, 'emails' | 'passwords' | 'requestPasswordReset' | 'verifyEmail'> = {
    account: async (id) => account(id),
    accounts: async (ids) => new Map(ids.map((id) => [id, account(id)])),
    names: async (ids) => new Map(ids.map((id) => [id, id])),
    byEmail: async () => null,
    session: async () => ({ id: 'session', accountId: 'owner' }),
    mintAppToken: async (claims) => token(claims),
    verifyAppToken: async (text) => read(text),
    refreshAppToken: async (text) => (read(text) ? { token: text, expiresAt: '2030-01-01T00:50:00.000Z' } : null),
    revokeAppToken: async (text) => void seen.revoked.push(text),
    createLoginCode: async (claims, codeChallenge) => {
      const code = `code-${codes.size + 1}`;
      codes.set(code, { claims, codeChallenge });
      return code;
    },
    redeemLoginCode: async (code, codeVerifier) => {
      const found = codes.get(code);
      codes.delete(code);
      return found && found.codeChallenge === challengeOf(codeVerifier) ? found.claims : null;
    },
    memories: async (accountId, appId) => memories.get(`${accountId}/${appId}`) ?? {},
    memoriesOf: async (ids, appId) =>
      new Map(ids.flatMap((id) => (memories.has(`${id}/${appId}`) ? [[id, memories.get(`${id}/${appId}`) ?? {}] as const] : []))),
    endAppTokens: async () => undefined,
    changeMemories: async (accountId, appId, change) => {
      memories.set(`${accountId}/${appId}`, change(memories.get(`${accountId}/${appId}`) ?? {}));
    },
    forgetApp: async (appId) => {
      for (const key of memories.keys()) if (key.endsWith(`/${appId}`)) memories.delete(key);
    },
    letBuild: async () => {},
    sendMail: async (mail) => void mails.push(mail),
    hasMailServer: false,
  };
  const pages: RuntimeApi['pages'] = ({ files, mainPage }) =>
    Object.keys(files)
      .filter((path) => path.startsWith('pages/'))
      .map((path, index) => {
        const name = path.slice('pages/'.length);
        return { name, path: name.toLowerCase(), isMain: mainPage ? mainPage === name : index === 0 };
      });
  const runtime: RuntimeApi = {
    prepare: () => undefined,
    packages: {
      equivalents: {},
      builtIn: async () => null,
      importedBy: async () => [],
      bundle: async () => ({ ok: false, refusal: { code: 'invalid', message: 'No bundles here.' } }),
    },
    preview: async (sources) => ({
      id: 'build',
      versionId: sources.versionId,
      manifest: {
        appId: sources.appId,
        buildId: 'build',
        entry: null,
        css: '',
        modules: {},
        hashes: {},
        pages: pages(sources),
        problems: [],
      },
      pages: pages(sources),
      problems: [],
    }),
    change: async (_app, changes) => ({
      files: {},
      results: changes.map((change) => ({ change, ok: false, refusal: { reason: 'no-view', path: null, line: null } })),
    }),
    review: async () => null,
    bringBack: async () => ({ stands: false, ways: [] }),
    libraryExports: (specifier) => (specifier === '@/components/ui/button' ? ['Button', 'buttonVariants'] : null),
    exportProject: async () => new Uint8Array([1]),
    element: async () => null,
    editElement: async () => ({ ok: false, reason: 'no-element' }),
    packageEdition: () => '',
    bundleFunction: async () => ({ ok: false, problems: [] }),
    functionDeclarations: async () => ({}),
    outlines: async () => ({}),
    check: async () => [],
    inspect: async () => ({ issues: [], repaired: {}, fixes: {} }),
    detectorIds: [],
    render: async () => ({ issues: [], status: 'done', pages: [], milliseconds: 0 }),
    renderingId: 'page-rendering',
    publish: async (sources) => {
      published.push(sources);
      return { buildId: `build-of-${sources.versionId}` };
    },
    pages,
    frameUrl: (appId) => `http://localhost:4001/preview/${appId}`,
    isPage: ({ files }, pathname) => pathname === '/' || `pages/${pathname.slice(1)}` in files,
    page: async () => ({ html: '', headers: {}, status: 404 }),
    stoodIn: async () => [],
    appAt: async (host) => (await seen.directory?.published(host?.split('.')[0] ?? '')) ?? null,
    namedHosts: (files) =>
      Object.entries(files).flatMap(([path, text]) =>
        [...text.matchAll(/<(img|iframe) src="https:\/\/([\w.-]+)/g)].map(([, tag, host = '']) => ({
          kind: tag === 'img' ? 'pictures' : 'frames',
          host,
          path,
        })),
      ),
    accent: ({ button }) => (button === null ? null : { light: button, dark: button }),
    appUrl: (slug) => `http://${slug}.localhost:4001`,
    eject: async ({ files }, block) => ({
      ...files,
      'pages/Home': `import '@/components/${block}';`,
      [`components/${block}`]: 'export const own = 1;',
    }),
    templates: async () => [],
    template: async () => null,
    templatePicture: async () => null,
    sampleRow: (row) => ({ ...row }),
    sampleRows: () => [],
  };
  const provide = [[accountsRef, accounts] as const, [runtimeRef, runtime] as const];
  /** Connects the fake runtime to the host's app directory. */
  const connect = <H extends Pick<TestHost<unknown>, 'additions'>>(host: H): H => {
    seen.directory = host.additions(appDirectory)[0] ?? null;
    return host;
  };
  return { provide, published, mails, seen, connect };
}
