import type { Window } from 'happy-dom';

interface Screen {
  /** In CSS pixels; default 1440. */
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** Sets the window's size and what media queries match. Motion is always reduced, so that nothing waits for a transition. */
export function setScreen({ width = 1440, colorScheme = 'light' }: Screen): void {
  const { happyDOM } = window as unknown as Window;
  // Frames exist, but load nothing.
  happyDOM.settings.enableIframePageLoading = true;
  happyDOM.settings.navigation.disableChildFrameNavigation = true;
  happyDOM.settings.device.prefersReducedMotion = 'reduce';
  happyDOM.settings.device.prefersColorScheme = colorScheme;
  happyDOM.setViewport({ width, height: 900 });
}
