import { type Builder, mayBuild, NotFound, type RequestContext } from '@sayso/core';
import { type AppHosts, HOST_KINDS, type NamedHost } from '@sayso/runtime/ref';
import { roleOf } from '../builders/roles.ts';
import type { App, AppSettings, AppStyle } from '../ref.ts';
import type { Apps } from '../service.ts';
import { NO_HOSTS } from '../settings/settings.ts';
import { hasUnpublishedChanges } from './records.ts';

/** Throws `NotFound` for apps of others, whichever field returned them. */
function isBuilder(app: App, { actor }: RequestContext): boolean {
  if (!mayBuild(actor)) return false;
  if (roleOf(actor, app) === null) throw new NotFound('The app');
  return true;
}

/** `App` with its style and settings. The chat adds fields of its own. */
export function addApp(builder: Builder, apps: () => Apps) {
  const style = builder.objectRef<AppStyle>('AppStyle').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      styleName: t.exposeString('styleName'),
      background: t.exposeString('background', { nullable: true }),
      backgroundImage: t.exposeString('backgroundImage', { nullable: true }),
      logoUrl: t.exposeString('logoUrl', { nullable: true }),
      headerTextColor: t.exposeString('headerTextColor', { nullable: true }),
      subheaderTextColor: t.exposeString('subheaderTextColor', { nullable: true }),
      buttonTextColor: t.exposeString('buttonTextColor', { nullable: true }),
      buttonBackgroundColor: t.exposeString('buttonBackgroundColor', { nullable: true }),
      hideBuildAI: t.exposeBoolean('hideBuildAI'),
    }),
  });
  const kind = builder.enumType('HostKind', { values: HOST_KINDS });
  const named = builder.objectRef<NamedHost>('NamedHost').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ kind: t.expose('kind', { type: kind }), host: t.exposeString('host'), path: t.exposeString('path') }),
  });
  const hosts = builder.objectRef<AppHosts>('AppHosts').implement({
    description: 'Other hosts that pages may reach, by what for.',
    extensions: { access: 'parent' },
    fields: (t) => Object.fromEntries(HOST_KINDS.map((one) => [one, t.stringList({ resolve: ({ [one]: list }) => [...list] })])) as never,
  });
  const settings = builder.objectRef<AppSettings>('AppSettings').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      mainPage: t.string({ nullable: true, resolve: ({ mainPage }) => mainPage }),
      isSignupEnabled: t.boolean({ resolve: ({ isSignupEnabled }) => isSignupEnabled }),
      visitorsMayUpload: t.boolean({
        description: 'People without an account may upload files in the app.',
        resolve: ({ visitorsMayUpload }) => visitorsMayUpload === true,
      }),
      termsOfServiceLink: t.string({ nullable: true, resolve: ({ termsOfServiceLink }) => termsOfServiceLink }),
      privacyPolicyLink: t.string({ nullable: true, resolve: ({ privacyPolicyLink }) => privacyPolicyLink }),
      supportEmail: t.string({ nullable: true, resolve: ({ supportEmail }) => supportEmail }),
      hosts: t.field({
        type: hosts,
        nullable: true,
        description: 'Null: an app of an earlier release, which shows pictures and frames of all hosts.',
        resolve: ({ hosts: chosen }) => (chosen === undefined ? null : { ...NO_HOSTS, ...chosen }),
      }),
    }),
  });
  const appType = builder.enumType('AppType', { values: ['generated', 'space', 'single_tool', 'ai'] as const });
  const status = builder.enumType('AppStatus', { values: ['draft', 'active'] as const });
  builder.objectType('App', {
    authScopes: isBuilder,
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      slug: t.exposeString('slug'),
      appType: t.expose('appType', { type: appType }),
      status: t.expose('status', { type: status }),
      description: t.exposeString('description'),
      url: t.string({
        description: "Where people use it: the app's own origin. Works while `status` is active.",
        resolve: (app) => apps().url(app),
      }),
      thumbnailUrl: t.exposeString('thumbnailUrl', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
      currentVersion: t.field({
        type: 'Version',
        nullable: true,
        description: 'Null before the first version.',
        resolve: ({ id, currentVersionId }) => (currentVersionId === null ? null : apps().version(id, currentVersionId)),
      }),
      publishedVersionId: t.id({ nullable: true, resolve: ({ published }) => published?.versionId }),
      publishedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ published }) => published?.at }),
      mayEditCode: t.boolean({
        description: 'The caller may save files of the app: admins, and the owner where the app allows it.',
        resolve: (app, _args, context) => apps().mayEditCode(context.actor, app),
      }),
      hasUnpublishedChanges: t.boolean({ resolve: hasUnpublishedChanges }),
      version: t.field({
        type: 'Version',
        description: 'One version of the app; 404 otherwise.',
        args: { id: t.arg.id({ required: true }) },
        resolve: (app, { id }) => apps().version(app.id, id),
      }),
      versions: t.field({
        type: ['Version'],
        description: 'Newest first. `before` is the id of a version; `limit` at most 50, default 10.',
        args: { before: t.arg.id(), limit: t.arg.int() },
        resolve: ({ id }, { before, limit }) =>
          apps().versions(id, { ...(before == null ? {} : { before }), ...(limit == null ? {} : { limit }) }),
      }),
      starredVersions: t.field({
        type: ['Version'],
        description: 'The versions that the builder marked, newest first, at most 100.',
        resolve: ({ id }) => apps().starredVersions(id),
      }),
      style: t.expose('style', { type: style }),
      settings: t.expose('settings', { type: settings }),
      namedHosts: t.field({
        type: [named],
        description: 'Other hosts that the code of the current version names, and what for as far as it tells.',
        resolve: async ({ id }) => [...(await apps().namedHosts(id))],
      }),
    }),
  });
  return { appType };
}
