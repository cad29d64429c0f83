import type { HostInfo } from '@sayso/core';
import type { Libraries } from '../compile/libraries.ts';
import type { FrameSettings } from '../protocol.ts';
import { importMap, inlineJson, scriptHash } from './html.ts';

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What apps commonly embed. Other embedded pages could phish for passwords within the builder. */
const EMBEDS = [
  'https://www.youtube.com/embed/',
  'https://www.youtube-nocookie.com/embed/',
  'https://player.vimeo.com/video/',
  'https://www.google.com/maps/',
  'https://maps.google.com/maps',
  'https://www.openstreetmap.org/export/',
  'https://open.spotify.com/embed/',
  'https://w.soundcloud.com/player/',
];

/**
 * The frame in which an unpublished app runs. The same for every caller: build and token arrive by `postMessage`. Its policy makes
 * its origin opaque, so that its code can access neither this host's storage nor the builder.
 */
export function previewShell(appId: string, { builderUrl, runtimeUrl }: HostInfo, { preview }: Libraries): Page {
  const map = importMap(preview.imports, runtimeUrl);
  const settings: FrameSettings = { appId, builderUrl };
  const lib = (file: string) => `${runtimeUrl}/lib/${file}`;
  // The map first: the early script preloads modules, and one that arrives before the map cannot resolve its imports.
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<script type="importmap">${map}</script>
<script src="${lib(preview.early)}"></script>
${preview.preloads.map((file) => `<link rel="modulepreload" href="${lib(file)}">`).join('\n')}
<script type="application/json" id="sayso-preview">${inlineJson(settings)}</script>
<script type="module" src="${lib(preview.imports['@sayso/refresh'] ?? '')}"></script>
<script type="module" src="${lib(preview.client)}"></script>
</head>
<body><div id="root"></div></body>
</html>
`;
  const policy = [
    'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads',
    "default-src 'none'",
    `script-src ${runtimeUrl}/lib/ ${runtimeUrl}/m/ ${scriptHash(map)}`,
    `style-src ${runtimeUrl}/c/ 'unsafe-inline'`,
    // Its own host only, so that generated code cannot send rows to another server.
    `connect-src ${runtimeUrl} ${runtimeUrl.replace(/^http/, 'ws')} data: blob:`,
    'img-src https: http: data: blob:',
    `media-src ${runtimeUrl} ${builderUrl} https: data: blob:`,
    `font-src ${runtimeUrl}/lib/ https: data:`,
    `frame-src ${EMBEDS.join(' ')}`,
    'worker-src blob:',
    "base-uri 'none'",
    // Scripts handle forms; a submitted form could send what the user typed to an address that the app chose.
    "form-action 'none'",
    `frame-ancestors ${builderUrl}`,
  ];
  return { html, headers: { 'content-security-policy': policy.join('; '), 'cache-control': 'no-cache' } };
}
