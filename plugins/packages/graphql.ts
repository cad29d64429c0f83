import type { Builder, Edge } from '@sayso/core';
import type { AbsentPackage, AllowedNpmPackage, PackageUse, PackageVersion, StoodIn } from './ref.ts';
import type { PackagesService } from './service.ts';

/** The packages that an administrator allows; and for builders, what their apps lack. */
export function graph(builder: Builder, { service }: Edge<PackagesService>): void {
  const allowed = allowedType(builder, service);
  const version = builder.objectRef<PackageVersion>('PackageVersion').implement({
    authScopes: { admin: true },
    fields: (t) => ({
      version: t.exposeString('version'),
      tags: t.field({ type: ['String'], description: 'Such as latest.', resolve: ({ tags }) => [...tags] }),
    }),
  });
  const absent = absentType(builder);
  const stoodIn = builder.objectRef<StoodIn>('StoodInPackage').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.exposeString('name'),
      isHere: t.exposeBoolean('isHere', { description: 'Whether apps can import it by now: publishing again brings it along.' }),
    }),
  });
  builder.queryFields((t) => ({
    allowedPackages: t.field({
      type: [allowed],
      does: 'look',
      authScopes: { admin: true },
      description: 'The npm packages that apps may import besides those that are built in, by name. access: admin',
      resolve: () => service().list(),
    }),
    packageVersions: t.field({
      type: [version],
      does: 'look',
      authScopes: { admin: true },
      description: 'The newest versions of a package that the npm registry has. access: admin',
      args: { name: t.arg.string({ required: true }) },
      resolve: async (_root, { name }) => [...(await service().versions(name))],
    }),
    absentPackages: t.field({
      type: [absent],
      does: 'look',
      authScopes: { builder: true },
      description:
        'The npm packages that the current version of an app, or one that is being compiled, imports and that apps cannot import. access: builder',
      args: { appId: t.arg.id({ required: true }) },
      resolve: async (_root, { appId }, context) => [...(await service().absent(context.actor, appId))],
    }),
    stoodInPackages: t.field({
      type: [stoodIn],
      does: 'look',
      authScopes: { builder: true },
      description: 'The npm packages that were not there when the app was published: what needs them does not work in it. access: builder',
      args: { appId: t.arg.id({ required: true }) },
      resolve: async (_root, { appId }, context) => [...(await service().stoodIn(context.actor, appId))],
    }),
  }));
  builder.mutationFields((t) => ({
    allowPackage: t.field({
      type: allowed,
      does: 'administer',
      authScopes: { admin: true },
      description: 'Fetches a package of npm and bundles it, so that apps may import it. access: admin',
      args: {
        name: t.arg.string({ required: true }),
        version: t.arg.string({ required: true, description: 'A version, a range or a tag.' }),
      },
      resolve: (_root, args, context) => service().allow(context.actor, args.name, args.version),
    }),
    removePackage: t.field({
      type: 'ID',
      does: 'administer',
      authScopes: { admin: true },
      description: 'Apps cannot import the package any more; what is published stays as it is. access: admin',
      args: { name: t.arg.string({ required: true }) },
      resolve: async (_root, { name }) => {
        await service().remove(name);
        return name;
      },
    }),
  }));
}

function allowedType(builder: Builder, service: () => PackagesService) {
  const status = builder.enumType('AllowedPackageStatus', { values: ['pending', 'ready', 'refused'] as const });
  const step = builder.enumType('AllowedPackageStep', { values: ['queued', 'resolving', 'downloading', 'bundling'] as const });
  const use = builder.objectRef<PackageUse>('PackageUse').implement({
    authScopes: { admin: true },
    fields: (t) => ({
      id: t.exposeID('appId', { description: 'Of the app.' }),
      name: t.exposeString('appName'),
      isPublished: t.exposeBoolean('isPublished', { description: 'Whether its published version has it.' }),
    }),
  });
  const ofBundled = 'Of what apps import; null while there is nothing.';
  return builder.objectRef<AllowedNpmPackage>('AllowedPackage').implement({
    description: 'A package of npm that an administrator allowed, or tried to.',
    authScopes: { admin: true },
    fields: (t) => ({
      id: t.exposeID('_id', { description: 'Its name.' }),
      requested: t.exposeString('requested', { description: 'A version, a range or a tag.' }),
      status: t.expose('status', { type: status }),
      step: t.expose('step', { type: step, nullable: true, description: 'While it is pending.' }),
      reason: t.string({ nullable: true, description: 'Why it was refused.', resolve: ({ reason }) => reason?.message ?? null }),
      reasonCode: t.string({ nullable: true, resolve: ({ reason }) => reason?.code ?? null }),
      version: t.string({ nullable: true, description: ofBundled, resolve: ({ bundled }) => bundled?.version ?? null }),
      licence: t.string({
        nullable: true,
        description: 'Null also when the package states none.',
        resolve: ({ bundled }) => bundled?.licence ?? null,
      }),
      bytes: t.int({ nullable: true, description: 'Size of what an app loads of it.', resolve: ({ bundled }) => bundled?.bytes ?? null }),
      gzipBytes: t.int({ nullable: true, description: 'The same, compressed.', resolve: ({ bundled }) => bundled?.gzipBytes ?? null }),
      dependencies: t.int({
        nullable: true,
        description: 'Count of packages that came along.',
        resolve: ({ bundled }) => bundled?.dependencies ?? null,
      }),
      warnings: t.field({ type: ['String'], resolve: ({ bundled }) => bundled?.warnings ?? [] }),
      specifiers: t.field({ type: ['String'], description: 'What apps can import.', resolve: ({ bundled }) => bundled?.specifiers ?? [] }),
      bundledAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ bundled }) => bundled?.at ?? null }),
      milliseconds: t.int({
        nullable: true,
        description: 'How long fetching and bundling took.',
        resolve: ({ bundled }) => bundled?.milliseconds ?? null,
      }),
      isConfigured: t.exposeBoolean('isConfigured', { description: 'Whether ALLOWED_PACKAGES names it.' }),
      apps: t.field({
        type: [use],
        description: 'Apps that were last compiled with it, by name. At most 100.',
        resolve: async ({ _id }) => [...(await service().uses.of(_id))],
      }),
    }),
  });
}

function absentType(builder: Builder) {
  const status = builder.enumType('AbsentPackageStatus', { values: ['absent', 'pending', 'refused'] as const });
  return builder.objectRef<AbsentPackage>('AbsentPackage').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.exposeString('name'),
      status: t.expose('status', { type: status }),
      reason: t.exposeString('reason', { nullable: true, description: 'Why it was refused.' }),
    }),
  });
}
