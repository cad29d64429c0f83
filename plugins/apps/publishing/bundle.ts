import { type Actor, Forbidden, NotFound } from '@sayso/core';
import { withoutRules } from '@sayso/core/rules';
import type { RuntimeApi } from '@sayso/runtime/ref';
import type { AppDocument } from '../collections.ts';
import type { AppBundle as Bundle, CallablePackage, EntitySchema, Files } from '../ref.ts';
import { fileKind, fileName } from '../versions/paths.ts';

export interface BundleParts {
  readonly app: AppDocument;
  readonly versionId: string | null;
  readonly files: Files;
  readonly schemas: Readonly<Record<string, EntitySchema>>;
  readonly runtime: Pick<RuntimeApi, 'pages'>;
  readonly packages: readonly CallablePackage[];
}

export function makeBundle({ app, versionId, files, schemas, runtime, packages }: BundleParts): Bundle {
  const { User, ...entities } = schemas;
  const main = runtime.pages({ files, mainPage: app.settings.mainPage }).find(({ isMain }) => isMain);
  return {
    id: app._id,
    versionId,
    slug: app.slug,
    name: app.name,
    mainPage: main?.name ?? null,
    pages: ofKind(files, 'page'),
    components: ofKind(files, 'component'),
    services: ofKind(files, 'service'),
    modules: Object.fromEntries(Object.entries(files).filter(([path]) => ['module', 'asset'].includes(fileKind(path)))),
    layout: files['layout'] ?? null,
    globalsCss: files['globals.css'] ?? null,
    entities,
    user_entity: User ?? null,
    installedIntegrations: packages,
  };
}

/**
 * What every visitor of a published app can learn from it anyway: where its pages are, and the tables that all may read. Code has the names of
 * pages only: what browsers get of it is compiled, and without functions.
 */
export function publicParts(bundle: Bundle): Bundle {
  return {
    ...bundle,
    pages: Object.fromEntries(Object.keys(bundle.pages).map((name) => [name, ''])),
    components: {},
    services: {},
    modules: {},
    layout: null,
    globalsCss: null,
    entities: Object.fromEntries(
      Object.entries(bundle.entities).flatMap(([name, schema]) => (mayAllRead(schema) ? [[name, withoutRules(schema)]] : [])),
    ),
    user_entity: null,
  };
}

/** Without rules of rows, which name fields of people. */
function mayAllRead({ 'x-accessControl': access }: EntitySchema): boolean {
  const read = access?.permissions?.read;
  return (read === 'all' || read === 'anonymous') && Object.keys(access ?? {}).every((key) => key === 'permissions');
}

/** A version that is not the published one is for people who build the app. Other callers log in to the app. */
export class BundleRefused extends Forbidden {
  /** The log-in page of the app, on the builder host. */
  readonly loginPath: string;
  constructor(actor: Actor, app: AppDocument) {
    super(actor.kind === 'anonymous' ? `Please log in to ${app.name} first.` : `You may not open ${app.name} here.`);
    this.loginPath = `/apps/${encodeURIComponent(app._id)}/login`;
  }
}

/** The published version, for a caller who does not build the app. Published apps are public knowledge; other apps are hidden (404). */
export function publicVersion(actor: Actor, app: AppDocument | null, asked: string | undefined): string {
  if (!app?.published) throw new NotFound('The app');
  if (asked !== undefined && asked !== app.published.versionId) throw new BundleRefused(actor, app);
  return app.published.versionId;
}

function ofKind(files: Files, kind: string): Record<string, string> {
  const own = Object.entries(files).filter(([path]) => fileKind(path) === kind);
  return Object.fromEntries(own.map(([path, code]) => [fileName(path), code]));
}
