import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { crawl, fetchText } from './crawl.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BIN = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')));

const config = `import react from '${import.meta.resolve('@vitejs/plugin-react')}';
export default {
  plugins: [react()],
  cacheDir: '.vite',
  clearScreen: false,
  resolve: { alias: { '@': import.meta.dirname } },
  server: { host: '127.0.0.1' },
};
`;
const html = '<!doctype html><div id="root"></div><script type="module" src="/main.tsx"></script>';
const main = `import { createRoot } from 'react-dom/client';
import Home from '@/pages/Home';
createRoot(document.getElementById('root')).render(<Home />);
`;

/** The same app as a Vite project, in a folder from which this repository's packages resolve. */
export interface ViteProject extends AsyncDisposable {
  /** Starts a development server with an empty cache. */
  start(): Promise<ViteServer>;
  write(path: string, text: string): Promise<void>;
}

export interface ViteServer {
  /** Fetches the first page with all its modules; returns their number. */
  open(): Promise<number>;
  /** Waits for the next HMR update of an open page; resolves with the URL of the module to refetch. */
  nextUpdate(): Promise<string>;
  stop(): Promise<void>;
}

export async function viteProject(files: Readonly<Record<string, string>>): Promise<ViteProject> {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, '.cache', 'bench-'));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const all = { 'vite.config.mjs': config, 'index.html': html, 'main.tsx': main };
  for (const [path, text] of Object.entries(all)) await write(path, text);
  for (const [path, text] of Object.entries(files)) await write(`${path}.tsx`, text);
  return {
    write: (path, text) => write(`${path}.tsx`, text),
    async start() {
      await rm(join(folder, '.vite'), { recursive: true, force: true });
      return startVite(folder);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function startVite(folder: string): Promise<ViteServer> {
  const child = spawn(process.execPath, [BIN, '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NO_COLOR: '1' },
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Vite ended with code ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /Local:\s+(\S+?)\/?$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  let socket: WebSocket | undefined;
  return {
    async open() {
      const page = await fetchText(`${url}/`);
      const scripts = [...page.matchAll(/(?:src|from)\s?=?\s?"(\/[^"]+)"/g)].map(([, path]) => url + path);
      const seen = await crawl(scripts, (specifier, from) => (/^[./]/.test(specifier) ? new URL(specifier, from).href : null));
      const token = /wsToken = "([^"]+)"/.exec(await fetchText(`${url}/@vite/client`))?.[1];
      socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
      await once(socket, 'open');
      return seen.size;
    },
    nextUpdate() {
      if (!socket) throw new Error('Open the page first.');
      const live = socket;
      return new Promise((resolve) => {
        const read = ({ data }: MessageEvent<string>) => {
          const message = JSON.parse(data) as { type: string; updates?: { acceptedPath: string; timestamp: number }[] };
          const [update] = message.updates ?? [];
          if (!update) return;
          live.removeEventListener('message', read);
          resolve(`${url}${update.acceptedPath}?t=${update.timestamp}`);
        };
        live.addEventListener('message', read);
      });
    },
    async stop() {
      socket?.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
