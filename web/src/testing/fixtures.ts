import type { ChatQuery } from '../gen/chat.ts';
import type { Account } from '../lib/session.ts';
import type { WorkspaceApp } from '../lib/workspace/panel.ts';

/** An admin whose email is verified. */
export const admin: Account = {
  __typename: 'Account',
  id: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  emailVerified: true,
  plan: 'lite',
  isAdmin: true,
  mayBuild: true,
  createdAt: '2026-01-01T08:00:00Z',
};
export const builder: Account = { ...admin, id: 'ben', name: 'Ben', email: 'ben@example.org', isAdmin: false };
/** May use apps, but not build. */
export const guest: Account = { ...builder, id: 'gil', name: 'Gil', email: 'gil@example.org', mayBuild: false };

/** An unpublished app with one version. */
type MessageQuotas = ChatQuery['app']['messageQuotas'];

/** With what the chat reads of it. */
export const draftApp: WorkspaceApp & { readonly messageQuotas: MessageQuotas; readonly promptSize: null } = {
  __typename: 'App',
  id: 'a1',
  name: 'Habits',
  role: 'own',
  slug: 'habits',
  status: 'draft',
  url: 'http://habits.localhost:4001',
  thumbnailUrl: null,
  updatedAt: '2026-01-02T08:00:00Z',
  publishedVersionId: null,
  publishedAt: null,
  hasUnpublishedChanges: false,
  branch: null,
  currentVersion: { __typename: 'Version', id: 'v2', pages: [{ __typename: 'AppPage', name: 'Home', path: 'home', isMain: true }] },
  messageQuotas: { __typename: 'MessageQuotas', day: null, month: null },
  promptSize: null,
};
export const liveApp: WorkspaceApp = { ...draftApp, status: 'active', publishedVersionId: 'v2', publishedAt: '2026-01-02T08:00:00Z' };
