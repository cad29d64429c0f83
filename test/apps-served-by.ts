import type { AppServer } from '@sayso/core/testing';

/**
 * Which process serves published apps, to tests that run once for each: see `vitest.config.ts`. `main` does everything, `member` is a further
 * one of its machine (`PROCESSES`), `node` has `ROLE=runtime`.
 */
export const appsServedBy = (process.env['APPS_SERVED_BY'] ?? 'main') as AppServer;
