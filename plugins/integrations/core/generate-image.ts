import type { ModelsApi } from '@sayso/models/ref';
import { z } from 'zod';
import type { IntegrationsConfig } from '../config.ts';
import type { Files } from '../files/files.ts';
import { defineEndpoint, type IntegrationEndpoint } from '../ref.ts';

const MAX_PROMPT = 4000;

export interface ImageParts {
  readonly models: Pick<ModelsApi, 'generateImage'>;
  readonly files: Files;
  readonly config: IntegrationsConfig;
}

export function generateImage({ models, files, config }: ImageParts): IntegrationEndpoint {
  const { IMAGES_PER_CALLER_AND_DAY: perCaller, IMAGES_PER_APP_AND_DAY: perApp } = config;
  return defineEndpoint({
    name: 'GenerateImage',
    sentence: 'Makes a picture, and stores it as a file of the app.',
    input: z.object({ prompt: z.string().min(1, 'must not be empty').max(MAX_PROMPT).describe('What the picture shows.') }),
    output: z.object({ url: z.string() }),
    visitorSetting: 'visitorsMayGenerateImage',
    quota: { perCaller, perApp },
    async run({ prompt }, call) {
      const { signal, spent: onUsage, retried: onRetry } = call;
      const image = await models.generateImage({ prompt, signal, onUsage, onRetry });
      return { url: files.url(await files.storeBytes(image, 'picture', call)) };
    },
  });
}
