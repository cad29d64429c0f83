// A rendering process. The app's code runs in a context that no object of this process is reachable from: its document, the browser's
// functions and the libraries are all made inside. The process itself may read the runtime's own files, nothing else.

import { setImmediate } from 'node:timers/promises';
import { AppContext, ContextEnded } from './context.ts';
import { type Located, locate } from './locate.ts';
import type { RenderAnswer, RenderFinding, RenderRequest, Rows } from './wire.ts';

/** Made before an app needs it: it takes longer than to render a page. */
let spare: AppContext | null = new AppContext();
let queue: Promise<void> = Promise.resolve();
/** Of the page in flight. */
let onRejection: (reason: unknown) => void = () => {};

process.on('message', (request: RenderRequest) => {
  queue = queue.then(() => render(request));
});
process.on('disconnect', () => process.exit(0));
process.on('unhandledRejection', (reason) => onRejection(reason));
send({ ready: true });

async function render(request: RenderRequest): Promise<void> {
  let context: AppContext | null = null;
  for (const rows of ['empty', 'samples'] as const) {
    for (const page of request.pages) {
      // The server names this page when the process ends on it.
      send({ id: request.id, starts: page, rows });
      try {
        context ??= loaded(request);
        send({ id: request.id, page, rows, findings: await renderPage(context, request, { page, rows }) });
      } catch (error) {
        if (!(error instanceof ContextEnded)) throw error;
        context = null;
        send({ id: request.id, page, rows, findings: [{ page, rows, kind: 'time', message: '', file: `pages/${page}`, line: null }] });
      }
    }
  }
  send({ id: request.id, done: true });
  spare ??= new AppContext();
}

/** A new context for each app, so nothing of one app is left for the next. */
function loaded(request: RenderRequest): AppContext {
  const context = spare ?? new AppContext();
  spare = null;
  context.load(request);
  return context;
}

async function renderPage(
  context: AppContext,
  { routes, samples, modules, root }: RenderRequest,
  { page, rows }: { readonly page: string; readonly rows: Rows },
): Promise<RenderFinding[]> {
  onRejection = (reason) => context.rejected(reason);
  const route = routes.find(({ name }) => name === page);
  const address = root === null ? undefined : route?.address?.replace(/:\w+\??/g, 'sample-1').replace(/\*$/, '');
  const path = `${address ?? `/${encodeURIComponent(route?.path ?? '')}`}?id=sample-1`;
  context.open({ page, path, routes, tables: rows === 'samples' ? samples : {} });
  // Node reports unhandled rejections between two turns of its loop.
  await setImmediate();
  const { raised, isShown } = context.look();
  onRejection = () => {};
  const sources = new Map(modules.map((module) => [module.key, module]));
  const findings = raised.map(({ kind, message, stack }) => ({ page, rows, kind, message, ...place(locate(stack, sources), page) }));
  return isShown ? findings : [...findings, { page, rows, kind: 'nothing', message: '', ...place(null, page) }];
}

function place(located: Located | null, page: string): Located {
  return located ?? { file: `pages/${page}`, line: null };
}

function send(answer: RenderAnswer): void {
  process.send?.(answer);
}
