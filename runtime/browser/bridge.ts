import type { BuilderMessage, Envelope, FrameMessage, FrameSettings } from '../protocol.ts';

export const settings = JSON.parse(document.getElementById('sayso-preview')?.textContent ?? '{}') as FrameSettings;
const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce') ?? '';

/** Tells the builder something; nobody else can hear it. */
export function post(message: FrameMessage): void {
  const envelope: Envelope<'sayso-preview', FrameMessage> = { ...message, source: 'sayso-preview', nonce };
  window.parent.postMessage(envelope, settings.builderUrl);
}

/** Hears the builder that opened this frame with its nonce, and nobody else: not the app itself, not other frames. */
export function listen(receive: (message: BuilderMessage) => void): void {
  window.addEventListener('message', (event: MessageEvent<Envelope<'sayso-builder', BuilderMessage> | null>) => {
    if (event.source !== window.parent || window.parent === window || event.origin !== settings.builderUrl) return;
    if (event.data?.source !== 'sayso-builder' || nonce === '' || event.data.nonce !== nonce) return;
    receive(event.data);
  });
}

declare global {
  interface Window {
    /** Lets an app ask the builder's assistant: `sayso.sendChatMessage("Add a chart")`. */
    sayso?: { sendChatMessage(content: string): void };
  }
}
window.sayso = { sendChatMessage: (content) => post({ type: 'send-chat-message', content: String(content) }) };
