import type { ApolloClient } from '@apollo/client';
import { VersionFilesDocument } from '../../gen/files.ts';
import { kindOf } from './tree/tree.ts';

export interface FileChange {
  readonly path: string;
  /** Null deletes the file. */
  readonly content: string | null;
}

interface MadeVersion {
  readonly appId: string;
  /** The version that it was made on. */
  readonly baseVersionId: string;
  readonly id: string;
  readonly changes: readonly FileChange[];
}

/** Caches the files of a version that this tab made, so that they are not loaded again. */
export function cacheVersion(client: ApolloClient, { appId, baseVersionId, id, changes }: MadeVersion): void {
  const base = client.readQuery({ query: VersionFilesDocument, variables: { appId, versionId: baseVersionId } });
  if (base === null) return;
  const changed = new Set(changes.map(({ path }) => path));
  const files = base.app.version.files.filter(({ path }) => !changed.has(path));
  for (const { path, content } of changes) {
    if (content !== null) files.push({ __typename: 'AppFile', path, kind: kindOf(path), content });
  }
  const data = { app: { ...base.app, version: { ...base.app.version, id, files } } };
  client.writeQuery({ query: VersionFilesDocument, variables: { appId, versionId: id }, data });
}
