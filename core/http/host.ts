import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type RouteOptions,
} from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  type Access,
  addressGroup,
  DEEDS,
  type Deed,
  type HostName,
  type Http,
  type Logger,
  NotFound,
  TooManyRequests,
} from '../contract/index.ts';
import { admitRequests } from './admission.ts';
import { serializeChecked, serializeUnchecked } from './answers.ts';
import { dropRest, readJsonBodies } from './bodies.ts';
import { trustedProxies } from './client-address.ts';
import type { HostDependencies, RoutePart } from './dependencies.ts';
import { toWireError } from './errors.ts';
import { asFormFault, readForms } from './forms.ts';
import { BodiesBusy, boundBodies } from './held-bodies.ts';
import { requestIds } from './request-ids.ts';
import { answerClientError, endSlowBodies } from './slow-bodies.ts';
import { Upgrades } from './upgrades.ts';
import { appVisits } from './visits.ts';

const ACCESS: readonly (Access | undefined)[] = ['public', 'account', 'builder', 'admin', 'app', 'signature'];
/** Methods that no call uses which only reads. */
const CHANGING: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);
/** Preset compilers, so that Fastify does not load Ajv (most of its start-up time). Cast: its types allow no others. */
const compilers = (checkAnswers: boolean) =>
  ({
    buildValidator: () => validatorCompiler,
    buildSerializer: () => (checkAnswers ? serializeChecked : serializeUnchecked),
  }) as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
/** Time limit of a request whose body keeps its minimum rate: the largest upload on a slow connection. */
const LONGEST_REQUEST_MS = 60 * 60_000;

/** Headers of answers that say nothing about caches: most are about their caller, and some caches keep what ends in `.zip` or `.csv`. */
const UNCACHED = { 'cache-control': 'private, no-store' };

/** A route that prevents the start of the host, and its plugin. */
export interface RouteProblem {
  readonly plugin: string;
  readonly problem: string;
  readonly remedy: string;
}

interface Declared {
  readonly access?: Access;
  readonly does?: Deed;
}

interface HostSettings {
  /** Headers of all responses. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In addition to the routes that open WebSockets. Default: none. */
  readonly isUpgrade?: (request: IncomingMessage) => boolean;
}

/**
 * A Fastify host with everything both hosts share: errors, authentication, access, limits. No routes of plugins yet. The server upgrades
 * only requests to routes that open WebSockets or that `isUpgrade` accepts, and ignores other `Upgrade` headers (RFC 9110, section 7.8), such as `h2c` of `curl --http2`.
 * Hooks of all requests call back instead of returning promises, each of which would delay the call by a turn of the microtask queue.
 */
export async function createHost(
  name: HostName,
  dependencies: HostDependencies,
  { headers = {}, isUpgrade = () => false }: HostSettings = {},
): Promise<FastifyInstance> {
  const { graceMs } = dependencies.slowness;
  const upgrades = new Upgrades();
  const app = fastify({
    // The hooks below log requests: Fastify's own log lines have whole URLs, including secrets in queries.
    logger: false,
    // Without a configured proxy, `request.ip` is the peer address: clients can forge x-forwarded-for.
    trustProxy: trustedProxies(dependencies.trustProxy),
    genReqId: requestIds(),
    schemaController: { compilersFactory: compilers(dependencies.checkAnswers ?? false) },
    bodyLimit: 2_000_000,
    requestTimeout: LONGEST_REQUEST_MS,
    http: {
      headersTimeout: graceMs,
      connectionsCheckingInterval: Math.min(graceMs, 5000),
      shouldUpgradeCallback: (request) => isUpgrade(request) || upgrades.accepts(request),
    },
    clientErrorHandler: answerClientError,
    routerOptions: {
      maxParamLength: 500,
      ignoreTrailingSlash: true,
      constraints: { isAppVisit: appVisits([dependencies.builderUrl, dependencies.runtimeUrl].map((url) => new URL(url).hostname)) },
    },
    forceCloseConnections: 'idle',
    // Malformed URLs: no hook and no error handler runs for them.
    frameworkErrors: (error, request, reply) => {
      const { status, body } = toWireError(error, request.id);
      const plain = reply as unknown as FastifyReply;
      void plain.status(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
    },
  }).withTypeProvider<ZodTypeProvider>();
  upgrades.attach(app as unknown as FastifyInstance, name, dependencies);
  readJsonBodies(app as unknown as FastifyInstance);
  // Cookies on the runtime host would be those of generated code.
  if (name === 'builder') await app.register(cookie);
  await readForms(app as unknown as FastifyInstance);
  await app.register(rateLimit, {
    // Only `config.rateLimit` of routes: limits of all requests are `RequestLimits`.
    global: false,
    keyGenerator: (request) => addressGroup(request.ip),
    errorResponseBuilder: () => new TooManyRequests('Rate limit exceeded. Please try again later.'),
  });

  endSlowBodies(app as unknown as FastifyInstance, dependencies.slowness);
  boundBodies(app as unknown as FastifyInstance, { bodies: dependencies.bodies, graceMs });
  app.decorateRequest('sayso');
  app.decorate('getService', dependencies.get);
  const always = { ...UNCACHED, ...headers };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id);
    done();
  });
  admitRequests(app as unknown as FastifyInstance, name, dependencies);
  if (dependencies.logsRequests) logRequests(app as unknown as FastifyInstance, name, dependencies.log);
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body, unexpected } = toWireError(asFormFault(error, request), request.id);
    if (unexpected && !isDisconnect(error, request))
      dependencies.log.error(
        { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
        'Unexpected error',
      );
    // Clients that still send would see a broken connection in place of the answer.
    if (status === 413 || status === 507 || error instanceof BodiesBusy) await dropRest(request.raw);
    // The route may have described the file that it then could not read.
    return reply.status(status).headers(UNCACHED).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
  });
  return app as unknown as FastifyInstance;
}

/** Whether a handler ended because its client had gone: no failure of the server, and as frequent as clients want. */
function isDisconnect(error: unknown, { sayso }: FastifyRequest): boolean {
  if (sayso?.signal.aborted !== true) return false;
  // Streams wrap the reason.
  return [error, error instanceof Error ? error.cause : undefined].includes(sayso.signal.reason);
}

function logRequests(app: FastifyInstance, host: HostName, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method } = request;
    // Without the query, which may contain codes and signatures.
    const path = request.url.split('?')[0];
    log.debug({ requestId, host, method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'Request');
    done();
  });
}

/** The 404 of unknown routes. */
export function refuseUnknown(request: FastifyRequest): never {
  throw new NotFound(`${request.method} ${request.url.split('?')[0]}`);
}

/**
 * The services that a plugin's routes get on the runtime host: its own and those that it needs. Any other one may run in this process and lack
 * in the next one, which starts only what plugins declare.
 */
function onlyNeeds({ name, needs = {}, provides }: RoutePart, get: HostDependencies['get']): HostDependencies['get'] {
  const ids = new Set([provides, ...Object.values(needs)].map((ref) => ref?.id));
  return (ref) => {
    if (ids.has(ref.id)) return get(ref);
    throw new Error(
      `A route of the plugin "${name}" asks for the service "${ref.id}", which is not in the plugin's \`needs\`: list it there.`,
    );
  };
}

/** Registers each plugin's routes in its own Fastify scope. Collects the problems. */
export async function addRoutes(
  app: FastifyInstance,
  host: HostName,
  { dependencies, parts }: { readonly dependencies: HostDependencies; readonly parts: readonly RoutePart[] },
): Promise<RouteProblem[]> {
  const problems: RouteProblem[] = [];
  for (const part of parts) {
    const declare = host === 'builder' ? part.routes : part.runtimeRoutes;
    if (!declare) continue;
    const problem = (text: string, remedy: string): number => problems.push({ plugin: part.name, problem: text, remedy });
    await app.register(async (scope) => {
      if (host === 'runtime') scope.decorate('getService', onlyNeeds(part, dependencies.get));
      scope.addHook('onRoute', (route) => {
        for (const [text, remedy] of undeclared(route, host)) problem(text, remedy);
      });
      try {
        await declare.call(part, scope as unknown as Http, { service: () => dependencies.serviceOf(part.name) });
      } catch (error) {
        problem(
          `Its routes cannot be added to the ${host} host: ${error instanceof Error ? error.message : String(error)}`,
          'Correct its routes.',
        );
      }
    });
  }
  return problems;
}

/** What a route does not declare, as problems with their remedies. */
function undeclared({ method, url, config }: RouteOptions, host: HostName): (readonly [problem: string, remedy: string])[] {
  // Fastify adds a HEAD route to each GET route with the same config: report the problem once.
  if (method === 'HEAD') return [];
  const { access, does } = (config ?? {}) as Declared;
  const name = `The route ${String(method)} ${url} on the ${host} host`;
  const found: (readonly [string, string])[] = [];
  if (access === undefined || !ACCESS.includes(access)) {
    const remedy = 'Add `config: { access }` with one of public, account, builder, admin, app, signature.';
    found.push([`${name} does not say who may call it.`, remedy]);
  }
  if (does === undefined || !DEEDS.includes(does)) {
    found.push([`${name} does not say what it does.`, `Add \`config: { does }\` with one of ${DEEDS.join(', ')}.`]);
  } else if (does === 'look' && [method].flat().some((one) => CHANGING.has(one))) {
    found.push([`${name} says that it only looks, by a method that changes.`, 'Declare what it changes, or use GET or POST.']);
  }
  return found;
}
