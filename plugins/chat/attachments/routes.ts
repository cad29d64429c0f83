import type {} from '@fastify/multipart';
import type { Http } from '@sayso/core';
import { z } from 'zod';
import { AttachmentsInvalid } from '../errors.ts';
import type { ChatService } from '../service.ts';
import { attachment, attachmentPath } from './state.ts';

const base = '/api/apps/:appId/attachments';
const tags = ['chat'];
const appParams = z.object({ appId: z.string() });
const uploaded = attachment.extend({ url: z.string() }).meta({ id: 'Attachment', description: 'A file for a message.' });
/** Sent as a stream. */
const bytes = { schema: z.string().meta({ format: 'binary' }) as unknown as z.ZodType<ReadableStream<Uint8Array>> };
const content = {
  description: 'The file; anything but a picture as a download.',
  content: { 'application/octet-stream': bytes, 'image/jpeg': bytes, 'image/png': bytes },
};

/** Files of messages, for those who may administer the app. */
export function attachmentRoutes(http: Http, chat: () => ChatService): void {
  http.post(
    base,
    {
      config: {
        access: 'builder',
        does: 'change-app',
        errors: [409, 413, 504],
        form: { file: 'A picture (PNG, JPEG, WebP, GIF), a PDF, a Word or Excel file (.docx, .xlsx), or text such as CSV.' },
      },
      schema: { tags, summary: 'Store a file for a message', params: appParams, response: { 200: uploaded } },
    },
    async (request) => {
      const { appId } = request.params;
      const part = await request.file({ limits: { fileSize: chat().attachmentMaxBytes, files: 1, fields: 0 } });
      if (!part) throw new AttachmentsInvalid('File not found');
      const { filename: name, file: body } = part;
      try {
        const added = await chat().attach(request.sayso.actor, appId, { name, body });
        return { ...added, url: attachmentPath(appId, added.id) };
      } finally {
        // Drains what a rejected upload left unread: clients read the response once they have sent everything.
        body.resume();
      }
    },
  );
  http.get(
    `${base}/:id`,
    {
      config: { access: 'builder', does: 'look' },
      schema: { tags, summary: 'A file of a message', params: appParams.extend({ id: z.string() }), response: { 200: content } },
    },
    async ({ sayso, params: { appId, id } }, reply) => {
      const { attachment: found, body } = await chat().attachment(sayso.actor, appId, id);
      const isPicture = found.width !== null;
      const name = `filename*=UTF-8''${encodeURIComponent(found.name)}`;
      // On the builder's origin: only pictures that the server has encoded are shown, and nothing can run or load anything.
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      reply.header('x-content-type-options', 'nosniff');
      reply.header('content-disposition', `${isPicture ? 'inline' : 'attachment'}; ${name}`);
      reply.header('cache-control', 'private, max-age=31536000, immutable');
      return reply.type(isPicture ? found.contentType : 'application/octet-stream').send(body);
    },
  );
}
