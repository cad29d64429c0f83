import { useLocalStorage } from '@mantine/hooks';
import type { SendMessageInput } from '../../gen/chat.ts';

/** `build` changes the app; `plan` discusses a change first. */
export type ChatMode = NonNullable<SendMessageInput['mode']>;

/** What the next message is for; this browser remembers it for each app. */
export function useMode(appId: string) {
  const [mode, setMode] = useLocalStorage<ChatMode>({ key: `sayso-mode-${appId}`, defaultValue: 'build', getInitialValueInEffect: false });
  return { isPlan: mode === 'plan', mode, setMode };
}
