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
const validationResult = z.object({
  initialIssues: issues,
  unresolvedIssues: issues,
  detectors: z.array(z.string()),
  repairedFiles: z.array(z.object({ fileId: z.string(), issuesFixed: z.number() })),
  previousVersionId: z.string().nullable(),
  appBundle: z.object({ files: z.record(z.string(), z.string()) }),
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
        // The version holds what the message made, so neither is read.
        body: z.object({ messageId: z.string().nullish(), messageContent: z.string().nullish() }).nullish(),
        response: { 200: validationResult },
      },
    },
    async ({ sayso, params }) => {
      const { initialIssues, unresolvedIssues, detectors, repairedFiles, rendering, ...rest } = await service().report(sayso.actor, params);
      return {
        ...rest,
        initialIssues: [...initialIssues],
        unresolvedIssues: [...unresolvedIssues],
        detectors: [...detectors],
        repairedFiles: [...repairedFiles],
        rendering: { ...rendering, pages: [...rendering.pages] },
      };
    },
  );
}
