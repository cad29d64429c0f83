/**
 * Writes `src/gen/<name>.ts`, typed documents for each `<name>.graphql` under `src`, from the schema that the server prints. One file each,
 * so that a route loads only the documents of its own features. A script instead of the command-line package of graphql-codegen, which
 * brings about a hundred dependencies.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

const web = join(import.meta.dirname, '..');
const gen = join(web, 'src/gen');
const schema = parse(readFileSync(join(web, '../schema.graphql'), 'utf8'));
const config = {
  enumType: 'string-literal',
  useTypeImports: true,
  scalars: { DateTime: 'string', JSON: 'unknown' },
  nonOptionalTypename: true,
};

rmSync(gen, { recursive: true, force: true });
mkdirSync(gen, { recursive: true });
for (const path of globSync('src/**/*.graphql', { cwd: web }).sort()) {
  const name = basename(path, '.graphql');
  const output = await codegen({
    filename: join(gen, `${name}.ts`),
    schema,
    documents: [{ location: path, document: parse(readFileSync(join(web, path), 'utf8')) }],
    config,
    pluginMap: { operations, typedDocuments },
    plugins: [{ operations: {} }, { typedDocuments: {} }],
  });
  writeFileSync(join(gen, `${name}.ts`), `// Made by scripts/codegen.ts from ../schema.graphql; never edited.\n${output}`);
}
