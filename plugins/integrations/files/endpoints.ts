import { z } from 'zod';
import { defineEndpoint, type IntegrationEndpoint } from '../ref.ts';
import type { Files } from './files.ts';
import { fileUri } from './links.ts';
import { UploadedFile } from './upload.ts';

const file = z.custom<UploadedFile>((value) => value instanceof UploadedFile, 'File not found').meta({ type: 'string', format: 'binary' });
const MAX_SECONDS = 7 * 24 * 3600;
const MINUTES_5 = 300;
/** The setting with which an app's owner lets visitors upload. */
const visitorSetting = 'visitorsMayUpload';

/** The endpoints about files. */
export function fileEndpoints(files: Files): readonly IntegrationEndpoint[] {
  return [
    defineEndpoint({
      name: 'UploadFile',
      sentence: 'Stores a file that everyone with its address can read.',
      input: z.object({ file }),
      output: z.object({ file_url: z.string() }),
      visitorSetting,
      run: async (input, call) => ({ file_url: files.url(await files.store(input.file, call, false)) }),
    }),
    defineEndpoint({
      name: 'UploadPrivateFile',
      sentence: 'Stores a file that can be read by signed links only.',
      input: z.object({ file }),
      output: z.object({ file_uri: z.string() }),
      visitorSetting,
      run: async (input, call) => {
        const { appId, _id: id } = await files.store(input.file, call, true);
        return { file_uri: fileUri({ appId, id }) };
      },
    }),
    defineEndpoint({
      name: 'CreateFileSignedUrl',
      sentence: 'Makes a link to a private file, which ends after some seconds (default 300).',
      input: z.object({ file_uri: z.string(), expires_in: z.int().min(1).max(MAX_SECONDS).default(MINUTES_5) }),
      output: z.object({ signed_url: z.string() }),
      run: async ({ file_uri, expires_in }, { appId }) => ({ signed_url: await files.signedUrl(appId, file_uri, expires_in) }),
    }),
  ];
}
