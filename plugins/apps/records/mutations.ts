import type { Builder } from '@sayso/core';
import type { AppSettings, AppStyle, FileChange } from '../ref.ts';
import type { Apps, EjectedBlock } from '../service.ts';
import type { addPreview } from '../versions/graphql.ts';
import type { addApp } from './graphql.ts';

const authScopes = { builder: true };

export interface MutationTypes {
  readonly appType: ReturnType<typeof addApp>['appType'];
  readonly session: ReturnType<typeof addPreview>['session'];
  readonly problem: ReturnType<typeof addPreview>['problem'];
}

export function addMutations(builder: Builder, apps: () => Apps, { appType, session, problem }: MutationTypes): void {
  const inputs = addInputs(builder, appType);
  addFileCheck(builder, apps, { change: inputs.change, problem });
  const ejected = addEjected(builder);
  builder.mutationFields((t) => {
    const id = () => t.arg.id({ required: true });
    const text = () => t.arg.string({ required: true });
    return {
      createApp: t.field({
        type: 'App',
        description: 'access: builder',
        does: 'change-own',
        authScopes,
        args: { input: t.arg({ type: inputs.create, required: true }) },
        resolve: (_root, { input }, context) => apps().create(context.actor, given(input)),
      }),
      renameApp: t.field({
        type: 'App',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), name: text() },
        resolve: (_root, args, context) => apps().rename(context.actor, args.id, args.name),
      }),
      deleteApp: t.field({
        type: 'App',
        description: 'Takes the app and its published address away; `undoDeleteApp` brings both back within 30 days.',
        does: 'administer',
        appArgument: 'id',
        authScopes,
        args: { id: id() },
        resolve: (_root, args, context) => apps().remove(context.actor, args.id),
      }),
      undoDeleteApp: t.field({
        type: 'App',
        does: 'administer',
        appArgument: 'id',
        authScopes,
        args: { id: id() },
        resolve: (_root, args, context) => apps().undoRemove(context.actor, args.id),
      }),
      duplicateApp: t.field({
        type: 'App',
        description: '`withRows`: with the draft rows. Live rows stay with the app.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), withRows: t.arg.boolean() },
        resolve: (_root, { id: appId, withRows }, context) => apps().duplicate(context.actor, appId, given({ withRows })),
      }),
      publishApp: t.field({
        type: 'App',
        description:
          'Compiles the version (default: the current one) for publishing and puts it live, in one write with `isSignupEnabled` when that is given. Fails with `App compilation failed: …`.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), versionId: t.arg.id(), isSignupEnabled: t.arg.boolean() },
        resolve: (_root, { id: appId, versionId, isSignupEnabled }, context) =>
          apps().publish(context.actor, appId, given({ versionId, isSignupEnabled })),
      }),
      unpublishApp: t.field({
        type: 'App',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id() },
        resolve: (_root, args, context) => apps().unpublish(context.actor, args.id),
      }),
      updateAppSlug: t.field({
        type: 'App',
        description: 'Lower-case letters, digits and dashes, 3 to 40 characters, unique.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), slug: text() },
        resolve: (_root, args, context) => apps().updateSlug(context.actor, args.id, args.slug),
      }),
      updateAppStyle: t.field({
        type: 'App',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), style: t.arg({ type: inputs.style, required: true }) },
        resolve: (_root, args, context) => apps().updateStyle(context.actor, args.id, { ...args.style } as Partial<AppStyle>),
      }),
      updateAppSettings: t.field({
        type: 'App',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), settings: t.arg({ type: inputs.settings, required: true }) },
        resolve: (_root, args, context) => {
          const { isSignupEnabled, hosts, ...rest } = args.settings;
          const settings: Partial<AppSettings> = { ...rest, ...given({ isSignupEnabled, hosts }) } as Partial<AppSettings>;
          return apps().updateSettings(context.actor, args.id, settings);
        },
      }),
      updateAppFile: t.field({
        type: 'Version',
        description:
          'Saves one file as a new version. `baseVersionId` is the version that the editor showed; another current one is refused with 409. `continues`: lists it in place of the version before, if that is a recent edit of the same file.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), baseVersionId: id(), path: text(), content: text(), continues: t.arg.boolean() },
        resolve: (_root, { id: appId, baseVersionId, path, content, continues }, context) =>
          apps().editFiles(context.actor, {
            appId,
            baseVersionId,
            changes: [{ path, content }],
            act: 'Edited',
            continues: continues === true,
          }),
      }),
      editAppFiles: t.field({
        type: 'Version',
        description:
          'Saves several files as one new version, or none; the first change names the version. For those who may save files. `baseVersionId` as in `updateAppFile`.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: {
          id: id(),
          baseVersionId: id(),
          changes: t.arg({ type: [inputs.change], required: true }),
          act: t.arg({ type: inputs.act, required: true }),
        },
        resolve: (_root, { id: appId, baseVersionId, changes, act }, context) =>
          apps().editFiles(context.actor, { appId, baseVersionId, changes: changes.map(fileChange), act: ACTS[act] }),
      }),
      labelVersion: t.field({
        type: 'Version',
        description: 'Names or marks a version. What is not given stays; an empty name removes it. At most 100 characters.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), versionId: id(), name: t.arg.string(), isStarred: t.arg.boolean() },
        resolve: (_root, { id: appId, versionId, name, isStarred }, context) => {
          const label = { ...(name == null ? {} : { name }), ...(isStarred == null ? {} : { isStarred }) };
          return apps().labelVersion(context.actor, appId, versionId, label);
        },
      }),
      deleteAppFile: t.field({
        type: 'Version',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), baseVersionId: id(), path: text() },
        resolve: (_root, { id: appId, baseVersionId, path }, context) =>
          apps().editFiles(context.actor, { appId, baseVersionId, changes: [{ path, content: null }], act: 'Deleted' }),
      }),
      ejectBlock: t.field({
        type: ejected,
        description:
          'Writes the source of a data block (`table` of `@/components/blocks/table`) into the app as a component, which its files import from then on: one new version. For those who may save files.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), baseVersionId: id(), block: text() },
        resolve: (_root, { id: appId, ...input }, context) => apps().ejectBlock(context.actor, { appId, ...input }),
      }),
      setAppThumbnail: t.field({
        type: 'App',
        description:
          'A picture of the app as the preview shows it: a data URL of image/webp, image/png or image/jpeg, at most 300,000 characters.',
        does: 'change-app',
        appArgument: 'id',
        authScopes,
        args: { id: id(), image: text() },
        resolve: (_root, args, context) => apps().setThumbnail(context.actor, args.id, args.image),
      }),
      startPreview: t.field({
        type: session,
        description:
          'Compiles a version (default: the current one) for the preview and hands out a token of the app for the frame, 50 minutes.',
        does: 'look',
        authScopes,
        args: { appId: id(), versionId: t.arg.id() },
        resolve: (_root, { appId, versionId }, { actor, headers }) =>
          apps().startPreview(actor, appId, { headers, ...given({ versionId }) }),
      }),
    };
  });
}

/** `checkAppFiles`, the question of an editor about its unsaved text. */
function addFileCheck(
  builder: Builder,
  apps: () => Apps,
  { change, problem }: Pick<ReturnType<typeof addInputs>, 'change'> & Pick<MutationTypes, 'problem'>,
): void {
  builder.queryField('checkAppFiles', (t) =>
    t.field({
      type: [problem],
      description:
        'What the compiler and the detectors find in a version with unsaved changes; stores nothing. For those who may save files. access: builder',
      does: 'look',
      authScopes,
      args: {
        id: t.arg.id({ required: true }),
        baseVersionId: t.arg.id({ required: true }),
        changes: t.arg({ type: [change], required: true }),
      },
      resolve: async (_root, { id: appId, baseVersionId, changes }, context) => [
        ...(await apps().checkFiles(context.actor, { appId, baseVersionId, changes: changes.map(fileChange) })),
      ],
    }),
  );
}

function addEjected(builder: Builder) {
  return builder.objectRef<EjectedBlock>('EjectedBlock').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      version: t.field({ type: 'Version', resolve: ({ version }) => version }),
      path: t.exposeString('path', { description: "Of the block's own file, such as `components/DataTable`." }),
    }),
  });
}

function addInputs(builder: Builder, appType: MutationTypes['appType']) {
  const create = builder.inputType('CreateAppInput', {
    fields: (t) => ({
      name: t.string(),
      appType: t.field({ type: appType, description: 'Default `generated`.' }),
      prompt: t.string({ description: 'The first request. It names the app; the client sends it as the first message.' }),
    }),
  });
  const style = builder.inputType('AppStyleInput', {
    fields: (t) => ({
      styleName: t.string(),
      background: t.string(),
      backgroundImage: t.string(),
      logoUrl: t.string(),
      headerTextColor: t.string(),
      subheaderTextColor: t.string(),
      buttonTextColor: t.string(),
      buttonBackgroundColor: t.string(),
      hideBuildAI: t.boolean(),
    }),
  });
  const hosts = builder.inputType('AppHostsInput', {
    description: 'Hosts such as `api.example.com` and `*.example.com` by what pages load from them; `*` among `pictures`: all.',
    fields: (t) => ({
      scripts: t.stringList({ required: true }),
      styles: t.stringList({ required: true }),
      pictures: t.stringList({ required: true }),
      frames: t.stringList({ required: true }),
      calls: t.stringList({ required: true }),
    }),
  });
  const settings = builder.inputType('AppSettingsInput', {
    fields: (t) => ({
      mainPage: t.string(),
      isSignupEnabled: t.boolean(),
      visitorsMayUpload: t.boolean(),
      termsOfServiceLink: t.string(),
      privacyPolicyLink: t.string(),
      supportEmail: t.string(),
      hosts: t.field({ type: hosts }),
    }),
  });
  const change = builder.inputType('AppFileChange', {
    description: 'A new text of a file; without `content` the file is deleted.',
    fields: (t) => ({ path: t.string({ required: true }), content: t.string() }),
  });
  const act = builder.enumType('AppFileAct', { values: ['edited', 'renamed', 'deleted', 'replaced'] as const });
  return { create, style, settings, change, act };
}

/** The first words of a version's title. */
const ACTS = { edited: 'Edited', renamed: 'Renamed', deleted: 'Deleted', replaced: 'Replaced text in' } as const;

function fileChange({ path, content }: { readonly path: string; readonly content?: string | null | undefined }): FileChange {
  return { path, content: content ?? null };
}

/** Drops null and undefined, both of which mean "the default" to a service. */
function given<T extends object>(input: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined)) as never;
}
