import { type HostInfo, policySource } from '@sayso/core';
import type { Libraries } from '../compile/libraries.ts';
import type { BuildManifest } from '../compile/publish.ts';
import { iconAmong } from '../compile/served-files.ts';
import { resolvePage } from '../pages.ts';
import type { AppPageSettings } from '../protocol.ts';
import type { AppHosts, AppPage, HostKind, PublishedApp } from '../ref.ts';
import { aboutTags } from './about.ts';
import { originOf } from './address.ts';
import { sourcesOf } from './hosts.ts';
import { importMap, inlineJson, scriptHash } from './html.ts';

/**
 * The page of a published app at `pathname`, with preloads of everything that it needs. 404 for a path without a page: the app itself shows an
 * error with a link to its main page.
 */
export function publishedPage(
  app: PublishedApp,
  build: BuildManifest,
  around: { readonly host: HostInfo; readonly libraries: Libraries; readonly pathname: string },
): AppPage {
  const { published } = around.libraries;
  const route = resolvePage({ pages: build.routes, id: app.appId, slug: app.slug }, around.pathname);
  const status = route === null && build.routes.length > 0 && build.hasRouter !== true ? 404 : 200;
  const address = new URL(app.url ?? originOf(app.slug, around.host.runtimeUrl));
  // The canonical address of the page: search engines and link previews count its copies as one.
  if (build.hasRouter === true) address.pathname = around.pathname;
  else address.pathname = route === null || route.isMain ? '/' : `/${route.path}`;
  const map = importMap(published.imports, '');
  const settings: AppPageSettings = {
    appId: app.appId,
    slug: app.slug,
    builderUrl: around.host.builderUrl,
    entry: `/m/${build.entry}.js`,
    watermark: app.hideBuildAI !== true,
  };
  const modules = [build.entry, ...(route === null ? [] : (build.preloads[route.name] ?? []))].map((name) => `/m/${name}.js`);
  const preloads = [...published.preloads.map((file) => `/lib/${file}`), ...modules];
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${aboutTags(app, address, iconAmong(build.publicFiles ?? {}))}${status === 404 ? '\n<meta name="robots" content="noindex">' : ''}
<link rel="stylesheet" href="/c/${build.css}.css">
<script type="importmap">${map}</script>
${preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
<script type="application/json" id="sayso-app">${inlineJson(settings)}</script>
<script type="module" src="${settings.entry}"></script>
</head>
<body><div id="root"></div><noscript>This app needs JavaScript.</noscript></body>
</html>
`;
  return { html, status, headers: appHeaders(scriptHash(map), around.host, app.hosts ?? null) };
}

/** An app may call its own origin and what its builder allowed, and no page may frame it. */
function appHeaders(mapHash: string, { builderUrl, runtimeUrl }: HostInfo, hosts: AppHosts | null): Record<string, string> {
  // The hosts serve uploaded files, without HTTPS on a developer's machine.
  const files = `'self' ${runtimeUrl} ${policySource(builderUrl)} data: blob:`;
  const allowed = (kind: HostKind, before: string) => (hosts === null ? before : sourcesOf(hosts, kind));
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${mapHash} ${allowed('scripts', '')}`,
    `style-src 'self' 'unsafe-inline' ${allowed('styles', '')}`,
    `connect-src 'self' data: blob: ${allowed('calls', '')}`,
    `img-src ${files} ${allowed('pictures', 'https:')}`,
    `media-src ${files} ${allowed('pictures', 'https:')}`,
    `font-src 'self' data: ${allowed('styles', 'https:')}`,
    `frame-src ${allowed('frames', 'https:') || "'none'"}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.map((directive) => directive.trim()).join('; '),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
}
