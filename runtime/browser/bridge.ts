import { type BuilderMessage, builderMessages, type Envelope, type FrameMessage, type FrameSettings } from '../protocol.ts';

export const settings = JSON.parse(document.getElementById('sayso-preview')?.textContent ?? '{}') as FrameSettings;
const nonce = new URLSearchParams(location.hash.slice(1)).get('nonce') ?? '';

/** Posts a message to the builder's origin only. */
export function post(message: FrameMessage): void {
  const envelope: Envelope<'sayso-preview', FrameMessage> = { ...message, source: 'sayso-preview', nonce };
  window.parent.postMessage(envelope, settings.builderUrl);
}

/** Receives messages of the builder that opened this frame with its nonce; ignores those of the app itself and of other frames. */
export function listen(receive: (message: BuilderMessage) => void): void {
  window.addEventListener('message', (event: MessageEvent<Envelope<'sayso-builder', BuilderMessage> | null>) => {
    if (event.source !== window.parent || window.parent === window || event.origin !== settings.builderUrl) return;
    if (event.data?.source !== 'sayso-builder' || nonce === '' || event.data.nonce !== nonce) return;
    if (!Object.hasOwn(builderMessages, event.data.type)) return;
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
