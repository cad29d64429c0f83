import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidInput } from '../contract/index.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
const FORM = /^\s*multipart\//i;
const limits = { fileSize: 100_000_000, files: 20, fields: 200, parts: 250 };

/** Accepts multipart forms. The library's hooks, which remove temporary files, run for forms only: they cost time and memory. */
export async function readForms(app: FastifyInstance): Promise<void> {
  const add = (name: 'onRequest' | 'onResponse', hook: Hook): FastifyInstance =>
    app.addHook(name, (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
      if (FORM.test(request.headers['content-type'] ?? '')) hook(request, reply).then(() => done(), done);
      else done();
    });
  // A view of the instance, as Fastify's own encapsulation makes them.
  const view: FastifyInstance = Object.assign(Object.create(app), { addHook: add });
  await new Promise<void>((resolve, reject) => {
    multipart(view, { limits }, (error) => (error ? reject(error) : resolve()));
  });
}

/** Errors of the parser of forms, which throws them without a code or a status. */
const PARSER_FAULT =
  /^(?:Multipart: Boundary not found$|The needle cannot |Unexpected end of multipart data$|(?:Part|Preamble|File) terminated early )/;

/** A body that is no form, as an error of the caller; any other error as it is. */
export function asFormFault(error: unknown, { headers }: FastifyRequest): unknown {
  const isFault = error instanceof Error && FORM.test(headers['content-type'] ?? '') && PARSER_FAULT.test(error.message);
  return isFault ? new InvalidInput('The form is damaged, or ends too early. Send it again.') : error;
}
