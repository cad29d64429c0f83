import type { Http } from '@sayso/core';
import { z } from 'zod';
import { editAnswer, versionAnswer, versionsAnswer } from '../records/answers.ts';
import type { Apps } from '../service.ts';

const params = z.object({ appId: z.string() });
const versionParams = params.extend({ versionId: z.string() });
const tags = ['apps'];
const config = { access: 'builder', does: 'look' } as const;
const baseVersionId = z.string().nullish();
/** The schema of a table may come as text or as an object. */
const content = z.union([z.string(), z.record(z.string(), z.unknown())], 'must be text');

/** Manual edits of files, and versions. Restoring is part of the chat, whose messages it hides. */
export function fileRoutes(http: Http, apps: () => Apps): void {
  http.post(
    '/api/apps/:appId/files/update',
    {
      config: { ...config, does: 'change-app', errors: [409] },
      schema: {
        tags,
        summary: 'Saves one file as a new version; those of tables are read-only',
        params,
        body: z.object({ file: z.object({ id: z.string(), content }), baseVersionId }),
        response: { 200: editAnswer },
      },
    },
    async ({ sayso, params: { appId }, body }) => {
      const { id: path } = body.file;
      const edit = { appId, changes: [{ path, content: textOf(body.file.content) }], act: 'Edited', keepsTables: true } as const;
      const version = await apps().editFiles(sayso.actor, { ...edit, ...base(body) });
      return { success: true, versionId: version.id, version };
    },
  );
  http.post(
    '/api/apps/:appId/files/delete',
    {
      config: { ...config, does: 'change-app', errors: [409] },
      schema: {
        tags,
        summary: 'Deletes one file and saves the files that named it, as one version',
        params,
        body: z.object({
          fileId: z.string(),
          referencesToUpdate: z.array(z.object({ path: z.string(), content: z.string() })).nullish(),
          baseVersionId,
        }),
        response: { 200: editAnswer },
      },
    },
    async ({ sayso, params: { appId }, body }) => {
      const { fileId: path, referencesToUpdate } = body;
      const edit = { appId, changes: [{ path, content: null }, ...(referencesToUpdate ?? [])], act: 'Deleted', keepsTables: true } as const;
      const version = await apps().editFiles(sayso.actor, { ...edit, ...base(body) });
      return { success: true, versionId: version.id, version };
    },
  );
  http.get(
    '/api/apps/:appId/versions',
    { config, schema: { tags, summary: 'Versions, newest first, at most 10', params, response: { 200: versionsAnswer } } },
    async ({ sayso, params: { appId } }) => {
      await apps().get(sayso.actor, appId, 'view');
      const versions = await apps().versions(appId);
      return {
        versions: versions.map(({ id, createdAt, messageId, title, userRequest }) => ({
          id,
          timestamp: createdAt,
          messageId,
          content: title,
          userRequest,
        })),
      };
    },
  );
  http.get(
    '/api/apps/:appId/versions/:versionId',
    { config, schema: { tags, summary: 'The files of one version', params: versionParams, response: { 200: versionAnswer } } },
    async ({ sayso, params: { appId, versionId } }) => {
      await apps().get(sayso.actor, appId, 'view');
      const [version, files] = await Promise.all([apps().version(appId, versionId), apps().files(appId, versionId)]);
      return {
        files: Object.entries(files).map(([path, content]) => ({ path, content })),
        version: { ...version, metadata: { description: version.title } },
      };
    },
  );
}

function textOf(content: string | object): string {
  return typeof content === 'string' ? content : JSON.stringify(content, null, 2);
}

function base({ baseVersionId }: { readonly baseVersionId?: string | null | undefined }): { baseVersionId?: string } {
  return baseVersionId ? { baseVersionId } : {};
}
