// The first script of the preview frame, before any other.
import './storage.ts';

// The builder names the modules of the app in the frame's address, so that they load beside the frame's own code and not after it.
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
  // Some browsers refuse this to an opaque origin; then files of an older build are fetched once more.
}
