import type { Builder } from '@sayso/core';
import type { Apps } from '../service.ts';
import type { BuilderView } from './builders.ts';
import type { Invitation, Offer } from './invitations.ts';
import type { PresentPerson } from './presence.ts';
import { BUILDER_ROLES, roleOf } from './roles.ts';

const MAX_CODE = 200;

/** The people who build an app, and invitations to join them. */
export function addBuilders(builder: Builder, apps: () => Apps): void {
  const role = addRole(builder);
  const { person, invitation, created, offer } = addTypes(builder, role);
  builder.objectFields('App', (t) => ({
    role: t.field({
      type: role,
      description: 'What the caller may do.',
      resolve: (app, _args, { actor }) => roleOf(actor, app) ?? 'view',
    }),
    builders: t.field({
      type: [person],
      description: 'The people who build it: the owner first, the others as they joined.',
      resolve: (app) => apps().builders.list(app),
    }),
    invitations: t.field({
      type: [invitation],
      description: 'Invitations that still work, newest first. For owners.',
      resolve: ({ id }, _args, { actor }) => apps().builders.invitations(actor, id),
    }),
  }));
  const present = builder.objectRef<PresentPerson>('PresentPerson').implement({
    description: 'A person who has an app open in the builder.',
    extensions: { access: 'parent' },
    fields: (t) => ({ accountId: t.exposeID('accountId'), name: t.exposeString('name') }),
  });
  builder.subscriptionField('presence', (t) =>
    t.field({
      type: [present],
      description:
        'The people who have the app open in the builder, now and after each change, each once. The caller is one of them while it subscribes. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      subscribe: (_root, { appId }, { actor, signal }) => apps().presence.follow(actor, appId, signal),
      resolve: (people) => [...people],
    }),
  );
  builder.queryField('appInvitation', (t) =>
    t.field({
      type: offer,
      nullable: true,
      description: 'What a link invites to; null when it does not work. access: public',
      does: 'look',
      authScopes: { public: true },
      args: { code: t.arg.string({ required: true }) },
      resolve: (_root, { code }) => apps().builders.offer(code.slice(0, MAX_CODE)),
    }),
  );
  builder.mutationFields((t) => ({
    inviteBuilder: t.field({
      type: created,
      description:
        'Makes a link with which people join the builders of an app. Its code is shown this once. With an address, only that account may use it, and the link is mailed. For owners.',
      does: 'administer',
      authScopes: { builder: true },
      args: {
        appId: t.arg.id({ required: true }),
        role: t.arg({ type: role, required: true }),
        email: t.arg.string(),
        uses: t.arg.int({ required: true }),
        days: t.arg.int({ required: true }),
      },
      resolve: (_root, { appId, email, ...given }, { actor }) => apps().builders.invite(actor, appId, { ...given, email: email ?? null }),
    }),
    revokeAppInvitation: t.field({
      type: 'Boolean',
      description: 'The link works no more. For owners.',
      does: 'administer',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: async (_root, { appId, id }, { actor }) => {
        await apps().builders.revoke(actor, appId, id);
        return true;
      },
    }),
    acceptAppInvitation: t.field({
      type: 'ID',
      description: 'Makes the caller a builder of the app, whose id is returned. access: account',
      does: 'change-own',
      authScopes: { account: true },
      args: { code: t.arg.string({ required: true }) },
      resolve: async (_root, { code }, { actor }) => (await apps().builders.accept(actor, code.slice(0, MAX_CODE))).appId,
    }),
    setBuilderRole: t.field({
      type: 'App',
      description: 'For owners. An app always has an owner.',
      does: 'administer',
      authScopes: { builder: true },
      args: {
        appId: t.arg.id({ required: true }),
        accountId: t.arg.id({ required: true }),
        role: t.arg({ type: role, required: true }),
      },
      resolve: (_root, { appId, ...change }, { actor }) => apps().builders.setRole(actor, appId, change),
    }),
    removeBuilder: t.field({
      type: 'Boolean',
      description: 'Takes the app away from a person: owners from anyone, others from themselves.',
      does: ({ accountId }, { actor }) => (actor.kind === 'account' && actor.id === accountId ? 'change-own' : 'administer'),
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }), accountId: t.arg.id({ required: true }) },
      resolve: async (_root, { appId, accountId }, { actor }) => {
        await apps().builders.remove(actor, appId, accountId);
        return true;
      },
    }),
  }));
}

function addRole(builder: Builder) {
  return builder.enumType('BuilderRole', {
    description: '`view` changes nothing, `edit` builds and publishes, `own` also deletes the app and says who builds it.',
    values: BUILDER_ROLES,
  });
}

function addTypes(builder: Builder, role: ReturnType<typeof addRole>) {
  const person = builder.objectRef<BuilderView>('AppBuilder').implement({
    description: 'A person who builds an app.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      accountId: t.exposeID('accountId'),
      name: t.exposeString('name'),
      email: t.exposeString('email'),
      role: t.expose('role', { type: role }),
      since: t.expose('since', { type: 'DateTime' }),
    }),
  });
  const invitation = builder.objectRef<Invitation>('AppInvitation').implement({
    description: 'A link with which people join the builders of an app.',
    authScopes: { builder: true },
    fields: (t) => ({
      id: t.exposeID('id'),
      role: t.expose('role', { type: role }),
      email: t.exposeString('email', { nullable: true, description: 'The only address that may use it; null: any.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
      uses: t.exposeInt('uses'),
      usesLeft: t.exposeInt('usesLeft'),
    }),
  });
  const created = builder.objectRef<{ invitation: Invitation; link: string }>('CreatedAppInvitation').implement({
    authScopes: { builder: true },
    fields: (t) => ({ invitation: t.expose('invitation', { type: invitation }), link: t.exposeString('link') }),
  });
  const offer = builder.objectRef<Offer>('AppInvitationOffer').implement({
    description: 'What a link invites to.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      appName: t.exposeString('appName'),
      role: t.expose('role', { type: role }),
      invitedBy: t.exposeString('invitedBy', { nullable: true }),
      email: t.exposeString('email', { nullable: true, description: 'The only address that may use it; null: any.' }),
    }),
  });
  return { person, invitation, created, offer };
}
