import type { Edge, Http } from '@sayso/core';
import { z } from 'zod';
import type { ValidatorService } from './service.ts';

const issues = z.array(
  z.object({
    message: z.string(),
    componentName: z.string().describe('Path of the file; empty for the whole app.'),
    detectorId: z.string(),
    severity: z.enum(['error', 'warning']),
    line: z.number().nullable(),
  }),
);
const texts = z.record(z.string(), z.string());
const validationResult = z.object({
  initialIssues: issues,
  unresolvedIssues: issues,
  detectors: z.array(z.string()),
  repairedFiles: z.array(z.object({ fileId: z.string(), issuesFixed: z.number() })),
  previousVersionId: z.string().nullable(),
  appBundle: z
    .looseObject({
      id: z.string(),
      versionId: z.string().nullable(),
      slug: z.string(),
      name: z.string(),
      mainPage: z.string().nullable(),
      pages: texts,
      components: texts,
      services: texts,
      modules: texts,
      entities: z.record(z.string(), z.unknown()),
      files: texts,
    })
    .describe('The app after the repairs, as `/runtime/bundle` has it, with all files by path.'),
  timingBreakdown: z.object({ applyingActionsMs: z.number(), validatingMs: z.number(), renderingMs: z.number() }),
  rendering: z.object({
    status: z
      .enum(['done', 'partial', 'unavailable'])
      .describe('`unavailable`: no page could be rendered, which says nothing about the app.'),
    pages: z.array(z.string()).describe('Names of the pages that were rendered.'),
  }),
});

export function routes(http: Http, { service }: Edge<ValidatorService>): void {
  http.post(
    '/api/apps/:appId/versions/:versionId/validate-repair',
    {
      config: { access: 'admin', does: 'look', errors: [404] },
      schema: {
        tags: ['apps'],
        summary: 'Validates a version and repairs a copy of it; the app does not change',
        params: z.object({ appId: z.string(), versionId: z.string() }),
        body: z
          .object({
            messageId: z.string().max(100).nullish().describe('The message that made the version; another one is refused.'),
            messageContent: z.string().max(2_000_000).nullish().describe('A message whose actions are carried out on the copy first.'),
          })
          .nullish(),
        response: { 200: validationResult },
      },
    },
    async ({ sayso, params, body }) => {
      const { initialIssues, unresolvedIssues, detectors, repairedFiles, rendering, appBundle, ...rest } = await service().report(
        sayso.actor,
        {
          ...params,
          ...body,
        },
      );
      return {
        ...rest,
        appBundle: { ...appBundle },
        initialIssues: [...initialIssues],
        unresolvedIssues: [...unresolvedIssues],
        detectors: [...detectors],
        repairedFiles: [...repairedFiles],
        rendering: { ...rendering, pages: [...rendering.pages] },
      };
    },
  );
}
