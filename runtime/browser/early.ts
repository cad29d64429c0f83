// The first script of the preview frame, before any other.
import './focus.ts';
import './storage.ts';

// On an opaque origin they throw when they are read, and apps ask whether they are there.
Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
Reflect.deleteProperty(window, 'caches');

// The frame's URL lists the app's modules, so that they load in parallel with the frame's own code.
const fragment = new URLSearchParams(location.hash.slice(1));
for (const path of fragment.get('preload')?.split(',') ?? []) {
  const link = Object.assign(document.createElement('link'), { href: new URL(path, location.href).href });
  if (path.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style', crossOrigin: 'anonymous' });
  else link.rel = 'modulepreload';
  document.head.append(link);
}
fragment.delete('preload');
try {
  // A reload of the frame may show another build.
  history.replaceState(null, '', `#${fragment}`);
} catch {
  // Some browsers reject this on an opaque origin; then a reload fetches the files of an older build again.
}
