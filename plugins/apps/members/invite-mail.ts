import type { Mail } from '@sayso/accounts/ref';
import { type HostInfo, nameLabel } from '@sayso/core';
import type { AppDocument } from '../collections.ts';

interface Invited {
  readonly app: Pick<AppDocument, '_id' | 'name' | 'ownerId' | 'buildersRevision'>;
  readonly to: string;
  /** The account that invites. */
  readonly by: string;
  readonly host: Pick<HostInfo, 'builderUrl'>;
}

/** The mail to a person whom an admin of an app invites to use it. */
export function inviteMail({ app: { _id: appId, name, ownerId, buildersRevision }, to, by, host }: Invited): Mail {
  const app = nameLabel(name) || 'an app';
  const link = `${host.builderUrl}/apps/${encodeURIComponent(appId)}/login?mode=signup`;
  return {
    to,
    subject: `You are invited to use ${app}`,
    text: `Hello,\n\nYou are invited to use ${app}. Open this link to sign up, or to log in:\n\n${link}\n\nIf you do not know who sent this, you can ignore this email.\n`,
    payer: ownerId,
    invites: { in: 'appSignUps', id: appId, by: { accountId: by, revision: buildersRevision ?? 0 } },
  };
}
