import type { AppError } from '../protocol.ts';
import type { CompileProblem } from '../ref.ts';
import { type ErrorReport, forgetErrors, onErrorReport, reportError } from '../sdk/errors.ts';
import { messageOf } from './app.tsx';
import { post } from './bridge.ts';
import { failedRequest, recordFailedRequests } from './failed-requests.ts';
import { traceStack } from './trace.ts';

/** Reports each title and component once per build. */
let reported = new Set<string>();

/** Sends the app's errors to the builder: those that the SDK and the error boundaries report, and uncaught ones. */
export function reportHere(): void {
  recordFailedRequests();
  onErrorReport((report) => void tell(report));
  window.addEventListener('error', (event) => reportError({ error: event.error ?? event.message, scope: 'app' }));
  document.addEventListener('securitypolicyviolation', (event) => reportBlocked(event));
  window.addEventListener('unhandledrejection', (event) => reportError({ error: event.reason, scope: 'app' }));
}

const BLOCKED: readonly (readonly [RegExp, string])[] = [
  [/^script/, 'code'],
  [/^(?:style|font)/, 'style sheets or fonts'],
  [/^(?:img|media)/, 'pictures or media'],
  [/^frame/, 'pages in frames'],
  [/^connect/, 'data'],
];

/** What the app loads from a host that its builder has not allowed. Browsers show it in their console alone. */
function reportBlocked({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
  const url = URL.parse(blockedURI);
  const [, what] = BLOCKED.find(([pattern]) => pattern.test(effectiveDirective)) ?? [];
  if (what === undefined || url === null || !/^(?:https?|wss?):$/.test(url.protocol)) return;
  const message = `The app loads ${what} from ${url.host}, which is not allowed. Allow that server in the panel "Other servers", or do without it.`;
  reportError({ error: new Error(message), scope: 'app', stack: '' });
}

/** Errors that persist or occur again are reported again: a new build is shown, or the builder has dropped them. */
export function forgetReports(): void {
  reported = new Set();
  forgetErrors();
}

export function reportProblems(problems: readonly CompileProblem[]): void {
  for (const { path, line, column, message, severity } of problems) {
    if (severity !== 'error') continue;
    const place = { file: path, line, column };
    send({
      title: `App compilation failed: ${message}`,
      details: `${path}${line === null ? '' : `:${line}`}`,
      scope: scopeOf(path, 'app'),
      ...place,
    });
  }
}

async function tell({ error, scope, stack, componentStack }: ErrorReport): Promise<void> {
  const own = stack ?? (error instanceof Error ? (error.stack ?? '') : '');
  const { text, place } = await traceStack(own);
  const components = componentStack === undefined ? null : await traceStack(componentStack);
  const found = place ?? components?.place ?? null;
  const request = failedRequest(error);
  const message = request === null ? messageOf(error) : `${messageOf(error)}: ${request}`;
  const isCall = scope === 'api' || request !== null;
  send({
    title: message.split('\n')[0] ?? '',
    details: [...new Set([message, ...text.split('\n'), ...(components?.text ?? '').split('\n')])].filter(Boolean).join('\n'),
    scope: isCall ? 'api' : found === null ? scope : scopeOf(found.file, scope),
    file: found?.file ?? null,
    line: found?.line ?? null,
    column: found?.column ?? null,
  });
}

function send(error: Omit<AppError, 'componentName'>): void {
  const componentName = error.file?.split('/').at(-1) ?? '';
  const key = `${error.title}\n${componentName}`;
  if (reported.has(key)) return;
  reported.add(key);
  post({ type: 'app-error', error: { ...error, componentName } });
}

function scopeOf(path: string, otherwise: AppError['scope']): AppError['scope'] {
  if (path.startsWith('pages/')) return 'page';
  return path.startsWith('components/') ? 'component' : otherwise;
}
