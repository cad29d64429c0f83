import { type HostInfo, policySource } from '@sayso/core';
import type { Libraries } from '../compile/libraries.ts';
import type { FrameSettings } from '../protocol.ts';
import type { AppHosts, HostKind } from '../ref.ts';
import { sourcesOf } from './hosts.ts';
import { importMap, inlineJson, scriptHash } from './html.ts';

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What apps of earlier releases embed. Other embedded pages could phish for passwords within the builder. */
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
 * The frame in which an unpublished app runs. The same for every caller of an app: build and token arrive by `postMessage`. Its policy makes
 * its origin opaque, so that its code can access neither this host's storage nor the builder.
 */
export function previewShell(
  { appId, hosts }: { readonly appId: string; readonly hosts: AppHosts | null },
  { builderUrl, runtimeUrl }: HostInfo,
  { preview }: Libraries,
): Page {
  const allowed = (kind: HostKind, before: string) => (hosts === null ? before : sourcesOf(hosts, kind));
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
  const builder = policySource(builderUrl);
  const policy = [
    'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads',
    "default-src 'none'",
    `script-src ${runtimeUrl}/lib/ ${runtimeUrl}/m/ ${scriptHash(map)} ${allowed('scripts', '')}`,
    `style-src ${runtimeUrl}/c/ 'unsafe-inline' ${allowed('styles', '')}`,
    // Its own host and those that the builder allowed, so that generated code cannot send rows to another server.
    `connect-src ${runtimeUrl} ${runtimeUrl.replace(/^http/, 'ws')} data: blob: ${allowed('calls', '')}`,
    `img-src ${runtimeUrl} ${builder} data: blob: ${allowed('pictures', 'https: http:')}`,
    `media-src ${runtimeUrl} ${builder} data: blob: ${allowed('pictures', 'https:')}`,
    `font-src ${runtimeUrl}/lib/ ${runtimeUrl}/c/ data: ${allowed('styles', 'https:')}`,
    `frame-src ${allowed('frames', EMBEDS.join(' ')) || "'none'"}`,
    'worker-src blob:',
    "base-uri 'none'",
    // Scripts handle forms; a submitted form could send what the user typed to an address that the app chose.
    "form-action 'none'",
    // Messages of other pages are not heard: their origin is compared as well.
    `frame-ancestors ${builder}`,
  ];
  return {
    html,
    headers: { 'content-security-policy': policy.map((directive) => directive.trim()).join('; '), 'cache-control': 'no-cache' },
  };
}
