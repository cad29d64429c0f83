import { type Actor, type Deed, Forbidden, isBuilding, NotFound } from '@sayso/core';
import type { App, BuilderRole } from '../ref.ts';
import { type Administered, checkRole, isReading, roleOf } from './roles.ts';

/** The lowest role that may do it, among people who build the app. */
const NEEDED: Readonly<Record<Deed, BuilderRole>> = {
  look: 'view',
  'change-own': 'view',
  'change-rows': 'edit',
  'change-app': 'edit',
  administer: 'own',
  spend: 'edit',
};

/**
 * Throws when the actor's role in the app does not permit the deed. Accounts without a role are visitors of the app: its tables, files and
 * functions decide what these change or spend. The code of a preview has nothing once its builder has lost their role, and only looks while it
 * is the preview of an older version.
 */
export function checkDeed(actor: Actor, app: Administered & Pick<App, 'name'>, does: Deed): void {
  const role = roleOf(actor, app);
  const isPreview = actor.kind === 'app' && actor.preview === true;
  if (role === null) {
    if (isBuilding(does) || isPreview) throw new NotFound('The app');
    return;
  }
  if (isReading(actor) && does !== 'look') throw new Forbidden(OLDER);
  if (isPreview && role === 'view' && NEEDED[does] !== 'view') throw new Forbidden(lookOnly(app.name));
  checkRole(actor, app, NEEDED[does]);
}

const OLDER =
  'This is the preview of an older version: in it, nothing is saved, sent or run. Switch to the latest version, or restore this one.';
const lookOnly = (name: string): string =>
  `You may view ${name}, but not change it: in your preview, nothing is saved, sent or run. Ask one of its owners.`;
