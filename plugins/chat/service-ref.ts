import { serviceRef } from '@sayso/core';
import { chatRef } from './ref.ts';
import type { ChatService } from './service.ts';

/** The service behind `chatRef`, with what only this plugin's own edges call. */
export const chatServiceRef = serviceRef<ChatService>(chatRef.id);
