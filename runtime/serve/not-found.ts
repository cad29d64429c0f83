import type { AppPage } from '../ref.ts';
import { addressOf } from './address.ts';
import { escapeHtml } from './html.ts';

/** What a page without an app depends on. */
export interface Missing {
  /** The request's Host header. */
  readonly host: string | undefined;
  /** Its Accept-Language header. */
  readonly languages: string | undefined;
  readonly builderUrl: string;
  readonly runtimeUrl: string;
}

interface Texts {
  readonly title: string;
  readonly heading: string;
  readonly unknown: string;
  readonly elsewhere: (host: string, runtimeUrl: string) => string;
  readonly operator: string;
  readonly builder: string;
}

const en: Texts = {
  title: 'No app here',
  heading: 'There is no app here',
  unknown: 'It may have moved, or it is not live yet. Check the address, or ask the person who gave it to you.',
  elsewhere: (host, runtimeUrl) => `This page was opened at ${host}, but RUNTIME_URL is ${runtimeUrl}: apps are at names below that.`,
  operator:
    'If you run this server: set RUNTIME_URL to the address that browsers open and start Sayso again, let a proxy pass the Host header on, or give an app this domain in its settings.',
  builder: 'Make an app of your own',
};

const de: Texts = {
  title: 'Keine App',
  heading: 'Hier ist keine App',
  unknown: 'Vielleicht ist sie umgezogen oder noch nicht live. Prüfe die Adresse, oder frag, wer sie dir gegeben hat.',
  elsewhere: (host, runtimeUrl) =>
    `Diese Seite wurde unter ${host} geöffnet, RUNTIME_URL ist aber ${runtimeUrl}: Apps haben Namen darunter.`,
  operator:
    'Wenn du diesen Server betreibst: Setze RUNTIME_URL auf die Adresse, die Browser öffnen, und starte Sayso neu, lass einen Proxy den Host-Header weitergeben, oder gib einer App diese Domain in ihren Einstellungen.',
  builder: 'Eine eigene App bauen',
};

/** The error page for a host name without an app. At a name that is not below the runtime host, it says which setting to change. */
export function notFoundPage({ host, languages, builderUrl, runtimeUrl }: Missing): AppPage {
  const language = isGerman(languages) ? 'de' : 'en';
  const t = language === 'de' ? de : en;
  const reasons = isElsewhere(host, runtimeUrl) ? [t.elsewhere(host ?? '', runtimeUrl), t.operator] : [t.unknown];
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 12px; padding: 24px; text-align: center;
  box-sizing: border-box; overflow-wrap: anywhere; font: 16px/1.5 system-ui, sans-serif; color: #27272a; background: #fafafa }
h1 { margin: 0; font-size: 28px } p { margin: 0; max-width: 420px } a { color: inherit }
@media (prefers-color-scheme: dark) { body { color: #f4f4f5; background: #18181b } }
</style>
</head>
<body><h1>${t.heading}</h1>${reasons.map((reason) => `<p>${escapeHtml(reason)}</p>`).join('\n')}
<p><a href="${escapeHtml(builderUrl)}">${t.builder}</a></p></body>
</html>
`;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";
  return {
    html,
    status: 404,
    headers: {
      'content-security-policy': policy,
      'cache-control': 'no-cache',
      vary: 'accept-language',
      'x-content-type-options': 'nosniff',
    },
  };
}

/** Whether the name is neither the runtime host nor below it, as where RUNTIME_URL is not the address that browsers open. */
function isElsewhere(host: string | undefined, runtimeUrl: string): boolean {
  const base = new URL(runtimeUrl).hostname;
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return addressOf(host, runtimeUrl).kind !== 'slug' && name !== '' && name !== base && !name.endsWith(`.${base}`);
}

/** Of the languages that there are, the one that the browser prefers. */
function isGerman(languages: string | undefined): boolean {
  return /^\s*(?:(?!en\b)[a-z*]+(?:-\w+)*\s*(?:;[^,]*)?,\s*){0,9}de\b/i.test((languages ?? '').slice(0, 200));
}
