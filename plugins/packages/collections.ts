import { z } from 'zod';

const reason = z.object({
  /** Stable: `needs-node`, `native`, `not-found`, `integrity` and others. */
  code: z.string(),
  /** A sentence. */
  message: z.string(),
});

/** What apps import. */
const bundled = z.object({
  version: z.string(),
  /** SPDX expression; null when the package states none. */
  licence: z.string().nullable(),
  /** Size of what an app loads of it, in bytes. */
  bytes: z.number(),
  gzipBytes: z.number(),
  /** Count of packages that were fetched with it. */
  dependencies: z.number(),
  warnings: z.array(z.string()),
  /** Import specifiers. */
  specifiers: z.array(z.string()),
  /** Other allowed packages that it shares its modules with. */
  uses: z.array(z.string()),
  /** Keys of blobs. */
  blobs: z.object({ preview: z.string(), published: z.string(), notices: z.string() }),
  at: z.string(),
  milliseconds: z.number(),
});
export type BundledDocument = z.infer<typeof bundled>;

const packageDocument = z.object({
  /** The name of the package. */
  _id: z.string(),
  /** What was asked for: a version, a range or a tag. */
  requested: z.string(),
  /** Changes with each request, so that the job of an earlier one has no effect. */
  requestId: z.string(),
  status: z.enum(['pending', 'ready', 'refused']),
  step: z.enum(['queued', 'resolving', 'downloading', 'bundling']).nullable(),
  /** Why the request was refused. */
  reason: reason.nullable(),
  /** Null while there is none. Of an earlier request while another one is pending or was refused. */
  bundled: bundled.nullable(),
  /** Whether `ALLOWED_PACKAGES` names it. */
  isConfigured: z.boolean(),
  requestedAt: z.string(),
  /** The account; null: by configuration. */
  requestedBy: z.string().nullable(),
});
export type PackageDocument = z.infer<typeof packageDocument>;

/** The packages that an app was last compiled with. */
const useDocument = z.object({
  /** The app's id. */
  _id: z.string(),
  preview: z.array(z.string()),
  published: z.array(z.string()),
});
export type UseDocument = z.infer<typeof useDocument>;

export const collections = { packages: { document: packageDocument }, uses: { document: useDocument } };
