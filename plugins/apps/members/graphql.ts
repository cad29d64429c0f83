import { type Builder, InvalidInput } from '@sayso/core';
import type { Apps } from '../service.ts';
import type { PeopleInApp, PersonInApp, RoleInApp } from './app-roles.ts';
import type { PersonDetails, PersonField } from './person-details.ts';

/** The people who use an app, and their roles in it. */
export function addPeopleInApp(builder: Builder, apps: () => Apps): void {
  const person = builder.objectRef<PersonInApp>('PersonInApp').implement({
    description: 'A person who uses an app.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      email: t.exposeString('email'),
      role: t.exposeString('role', { description: '`user`, `admin`, or one of the app’s own, which its rules of rows may name.' }),
      isBuilder: t.exposeBoolean('isBuilder', { description: 'Builds the app, and so has the role `admin` in it.' }),
    }),
  });
  const role = builder.objectRef<RoleInApp>('RoleInApp').implement({
    description: 'A role that people who use an app have, or that its rules of rows name.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.exposeString('name'),
      people: t.exposeInt('people'),
      tables: t.exposeStringList('tables', { description: 'The tables whose rules name it.' }),
    }),
  });
  const all = builder.objectRef<PeopleInApp>('PeopleInApp').implement({
    description: 'The people who use an app, last joined first, at most 5000, and their roles.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      people: t.field({ type: [person], resolve: ({ people }) => [...people] }),
      roles: t.field({ type: [role], resolve: ({ roles }) => [...roles] }),
    }),
  });
  const declared = { does: 'change-app', authScopes: { builder: true } } as const;
  builder.queryField('peopleInApp', (t) =>
    t.field({
      type: all,
      description: 'For people who may edit the app. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      resolve: (_root, { appId }, { actor }) => apps().roles.list(actor, appId),
    }),
  );
  builder.mutationFields((t) => ({
    setPersonRole: t.field({
      type: all,
      description: 'Gives a person who uses the app a role. Takes effect within seconds, also on open streams.',
      ...declared,
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }), role: t.arg.string({ required: true }) },
      resolve: async (_root, { appId, id, role: name }, { actor }) => {
        await apps().roles.setRole(actor, appId, { accountId: id, role: name });
        return apps().roles.list(actor, appId);
      },
    }),
    renamePersonRole: t.field({
      type: all,
      description: 'Renames a role for everyone who has it. A conflict while rules name it.',
      ...declared,
      args: { appId: t.arg.id({ required: true }), from: t.arg.string({ required: true }), to: t.arg.string({ required: true }) },
      resolve: async (_root, { appId, from, to }, { actor }) => {
        await apps().roles.rename(actor, appId, { from, to });
        return apps().roles.list(actor, appId);
      },
    }),
    removePersonRole: t.field({
      type: all,
      description: 'Makes everyone who has a role a user. A conflict while rules name it.',
      ...declared,
      args: { appId: t.arg.id({ required: true }), role: t.arg.string({ required: true }) },
      resolve: async (_root, { appId, role: name }, { actor }) => {
        await apps().roles.remove(actor, appId, name);
        return apps().roles.list(actor, appId);
      },
    }),
    removePersonInApp: t.field({
      type: all,
      description: 'Ends the membership of a person; their rows stay. Where sign-up is on, they may join again.',
      ...declared,
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: async (_root, { appId, id }, { actor }) => {
        await apps().access.removePerson(actor, appId, id);
        return apps().roles.list(actor, appId);
      },
    }),
  }));
}

/** What an app keeps about one person who uses it. */
export function addPersonInApp(builder: Builder, apps: () => Apps): void {
  const field = builder.objectRef<PersonField>('PersonField').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.exposeString('name'),
      value: t.field({ type: 'JSON', nullable: true, description: 'Null where nothing is kept.', resolve: ({ value }) => value }),
      type: t.exposeString('type', { nullable: true, description: 'Of the column of the table `User`; null for another value.' }),
    }),
  });
  const details = builder.objectRef<PersonDetails>('PersonDetails').implement({
    description: 'What an app keeps about a person who uses it.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.exposeID('id'),
      name: t.exposeString('name'),
      email: t.exposeString('email'),
      emailVerified: t.exposeBoolean('emailVerified'),
      role: t.exposeString('role'),
      isBuilder: t.exposeBoolean('isBuilder'),
      fields: t.field({
        type: [field],
        description: 'The columns of the table `User`, then other values.',
        resolve: ({ fields }) => [...fields],
      }),
    }),
  });
  const authScopes = { builder: true };
  builder.queryField('personInApp', (t) =>
    t.field({
      type: details,
      description: 'For people who may edit the app. access: builder',
      does: 'look',
      authScopes,
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: (_root, { appId, id }, { actor }) => apps().person.of(actor, appId, id),
    }),
  );
  builder.mutationFields((t) => ({
    changePersonInApp: t.field({
      type: details,
      description:
        'Changes what the app keeps about a person; null removes a value. Values that the server says are refused. access: builder',
      does: 'change-app',
      authScopes,
      args: {
        appId: t.arg.id({ required: true }),
        id: t.arg.id({ required: true }),
        fields: t.arg({ type: 'JSON', required: true, description: 'An object.' }),
      },
      resolve: (_root, { appId, id, fields }, { actor }) => apps().person.change(actor, appId, { id, fields: fieldsOf(fields) }),
    }),
    logOutPersonInApp: t.field({
      type: 'Boolean',
      description: 'Ends the log-ins of a person in the app, on all devices, within seconds. They may log in again. access: builder',
      does: 'change-app',
      authScopes,
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: async (_root, { appId, id }, { actor }) => {
        await apps().person.logOut(actor, appId, id);
        return true;
      },
    }),
  }));
}

function fieldsOf(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new InvalidInput('`fields` must be an object.');
  return given as Readonly<Record<string, unknown>>;
}
