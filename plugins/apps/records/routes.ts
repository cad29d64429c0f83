import type {} from '@fastify/multipart';
import type { Http } from '@sayso/core';
import { z } from 'zod';
import { ProjectUnreadable } from '../errors.ts';
import { BundleRefused } from '../publishing/bundle.ts';
import type { App } from '../ref.ts';
import type { Apps } from '../service.ts';
import { appAnswer, appsAnswer, bundleAnswer, importedAnswer, picture, zip } from './answers.ts';
import { hasUnpublishedChanges } from './records.ts';
import { saveAppBody, toSaveApp } from './save-app.ts';

const params = z.object({ appId: z.string() });
const tags = ['apps'];
const config = { access: 'builder', does: 'look' } as const;
const app = { 200: appAnswer };
const MAX_APP_BYTES = 12_000_000;

/** An app as clients see it; a plain one with the properties that it was saved with. */
const toWire = (apps: Apps, { props, builders, ...app }: App) => ({
  ...props,
  ...app,
  url: apps.url({ ...app, builders }),
  publishedVersionId: app.published?.versionId ?? null,
  publishedAt: app.published?.at ?? null,
  hasUnpublishedChanges: hasUnpublishedChanges(app),
});

export function appRoutes(http: Http, apps: () => Apps): void {
  http.get(
    '/api/apps',
    { config, schema: { tags, summary: "The caller's apps, last changed first", response: { 200: appsAnswer } } },
    async ({ sayso }) => {
      return { apps: (await apps().list(sayso.actor)).map((app) => toWire(apps(), app)) };
    },
  );
  http.post(
    '/api/apps',
    {
      config: { ...config, does: 'change-own', errors: [404, 409] },
      bodyLimit: MAX_APP_BYTES,
      schema: { tags, summary: 'Makes an app, or saves the one named by `appId`', body: saveAppBody, response: app },
    },
    async ({ sayso, body }) => {
      return toWire(apps(), await apps().save(sayso.actor, toSaveApp(body)));
    },
  );
  http.get(
    '/api/apps/:appId',
    { config, schema: { tags, summary: 'One app', params, response: app } },
    async ({ sayso, params: { appId } }) => {
      return toWire(apps(), await apps().get(sayso.actor, appId, 'view'));
    },
  );
  http.delete(
    '/api/apps/:appId',
    {
      config: { ...config, does: 'administer' },
      schema: { tags, summary: 'Takes an app away; it can be brought back for 30 days', params, response: app },
    },
    async ({ sayso, params: { appId } }) => {
      return toWire(apps(), await apps().remove(sayso.actor, appId));
    },
  );
  http.post(
    '/api/apps/:appId/style',
    {
      config: { ...config, does: 'change-app' },
      schema: {
        tags,
        summary: 'Changes the style',
        params,
        body: z.object({ appStyle: z.record(z.string(), z.unknown()) }),
        response: app,
      },
    },
    async ({ sayso, params: { appId }, body: { appStyle } }) => {
      return toWire(apps(), await apps().updateStyle(sayso.actor, appId, appStyle));
    },
  );
  http.post(
    '/api/apps/:appId/settings',
    {
      config: { ...config, does: 'change-app' },
      schema: {
        tags,
        summary: 'Changes settings',
        params,
        body: z.object({ appSettings: z.record(z.string(), z.unknown()) }),
        response: app,
      },
    },
    async ({ sayso, params: { appId }, body: { appSettings } }) => {
      return toWire(apps(), await apps().updateSettings(sayso.actor, appId, appSettings));
    },
  );
  http.get(
    '/api/apps/:appId/thumbnail',
    {
      config,
      schema: {
        tags,
        summary: 'A picture of the app',
        params,
        querystring: z.object({ v: z.string().optional() }),
        response: { 200: picture },
      },
    },
    async ({ sayso, params: { appId }, query: { v } }, reply) => {
      const { body, type, hash } = await apps().thumbnails.read(sayso.actor, appId);
      // Only a URL that names the picture's hash is immutable: without `v` it serves the current picture.
      const isImmutable = v !== undefined && v.length >= 16 && hash.startsWith(v);
      reply.header('cache-control', isImmutable ? 'private, max-age=31536000, immutable' : 'private, no-cache');
      return reply.type(type).send(body);
    },
  );
  http.get(
    '/api/apps/:appId/export.zip',
    {
      config: { ...config, errors: [409, 422] },
      schema: {
        tags,
        summary: 'The current version as a project that Vite builds on its own; it calls this server',
        params,
        response: { 200: zip },
      },
    },
    async ({ sayso, params: { appId } }, reply) => {
      const { name, zip: body } = await apps().exportProject(sayso.actor, appId);
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-cache')
        .type('application/zip')
        .send(Buffer.from(body));
    },
  );
  http.post(
    '/api/apps/import',
    {
      config: {
        ...config,
        does: 'change-own',
        errors: [409, 413],
        form: {
          file: 'A zip, or a git bundle of the whole history: an exported project, or one of Base44, Lovable, Bolt or Vite with React.',
        },
      },
      schema: { tags, summary: 'Make an app of a project in a zip or a git bundle', response: { 200: importedAnswer } },
    },
    async (request) => {
      const part = await request.file({ limits: { fileSize: apps().importMaxBytes, files: 1, fields: 0 } });
      if (!part) throw new ProjectUnreadable('File not found');
      const { app, taken, left, changed, backEnds, hosts, closed, task } = await apps().importProject(
        request.sayso.actor,
        await part.toBuffer(),
        part.filename,
      );
      return {
        id: app.id,
        name: app.name,
        taken,
        left: [...left],
        changed: [...changed],
        backEnds: [...backEnds],
        hosts: [...hosts],
        closed: [...closed],
        task,
      };
    },
  );
  http.get(
    '/runtime/bundle',
    {
      config: { access: 'public', does: 'look', errors: [401, 403, 404] },
      schema: {
        tags,
        summary: 'Everything of one version, for people who build the app; its public parts of the published one for all others',
        querystring: z.object({ appId: z.string(), versionId: z.string().optional() }),
        response: { 200: bundleAnswer },
      },
    },
    async ({ sayso, query: { appId, versionId } }, reply) =>
      apps()
        .bundle(sayso.actor, appId, versionId)
        .catch((error: unknown) => {
          // Where to log in to the app (specification, section 6).
          if (error instanceof BundleRefused) reply.header('location', error.loginPath);
          throw error;
        }),
  );
}
