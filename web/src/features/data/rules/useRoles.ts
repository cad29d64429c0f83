import { useQuery } from '@apollo/client/react';
import { RoleNamesDocument } from '../../../gen/data.ts';
import { useApp } from '../../../lib/workspace/hooks.ts';
import { ADMIN } from './rule.ts';

/** The roles that people have in the app, or that its rules name. */
export function useRoles(): string[] {
  const { id: appId } = useApp();
  const { data } = useQuery(RoleNamesDocument, { variables: { appId } });
  return data?.peopleInApp.roles.map(({ name }) => name) ?? [ADMIN];
}
