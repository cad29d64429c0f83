import { serviceRef } from '@sayso/core';
import { modelsRef } from './ref.ts';
import type { ModelsService } from './service.ts';

/** The service behind `modelsRef`, with what only this plugin's own fields call. */
export const modelsServiceRef = serviceRef<ModelsService>(modelsRef.id);
