import { type Actor, Forbidden, NotFound } from '@sayso/core';
import type { RuntimeApi } from '@sayso/runtime/ref';
import type { AppDocument } from '../collections.ts';
import type { CallablePackage, EntitySchema, Files } from '../ref.ts';
import { fileKind, fileName } from '../versions/paths.ts';

/** Everything of one version, as section 3 of the specification describes it. */
export interface Bundle {
  readonly id: string;
  readonly versionId: string | null;
  readonly slug: string;
  readonly name: string;
  readonly mainPage: string | null;
  /** Name to code, as `components` and `services` are. */
  readonly pages: Readonly<Record<string, string>>;
  readonly components: Readonly<Record<string, string>>;
  readonly services: Readonly<Record<string, string>>;
  /** Path to text: code in other folders, and what it imports, such as `hooks/use-cart` and `data/plans.json`. */
  readonly modules: Readonly<Record<string, string>>;
  readonly layout: string | null;
  readonly globalsCss: string | null;
  /** Name to schema. */
  readonly entities: Readonly<Record<string, EntitySchema>>;
  /** The schema of what the app keeps about its users; null without one. */
  readonly user_entity: EntitySchema | null;
  /** Packages whose endpoints the app may call: `Core`, and those that it has installed. */
  readonly installedIntegrations: readonly CallablePackage[];
}

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

/** Published apps are public knowledge, so they answer 403. Other apps are hidden (404). */
export function refuseBundle(actor: Actor, app: AppDocument | null): Error {
  if (!app?.published) return new NotFound('The app');
  return new Forbidden(actor.kind === 'anonymous' ? `Please log in to ${app.name} first.` : `You may not open ${app.name} here.`);
}

function ofKind(files: Files, kind: string): Record<string, string> {
  const own = Object.entries(files).filter(([path]) => fileKind(path) === kind);
  return Object.fromEntries(own.map(([path, code]) => [fileName(path), code]));
}
