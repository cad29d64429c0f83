// Plain JavaScript like run.mjs. Without imports: each `npm start` reads it.

/** All builds: inputs, output that proves the build, and command. `compressed`: its text files get compressed copies. */
export const builds = [
  {
    what: 'the builder',
    inputs: [
      'web/src',
      'web/scripts',
      'web/public',
      'web/index.html',
      'web/package.json',
      'web/vite.config.ts',
      'schema.graphql',
      'package-lock.json',
    ],
    output: 'web/dist',
    needs: 'web/index.html',
    command: ['vite', ['build', 'web', '--logLevel', 'warn']],
    compressed: true,
  },
  {
    what: 'the libraries of generated apps',
    inputs: [
      ...[
        'kit',
        'blocks',
        'sdk',
        'browser',
        'packages',
        'render/page',
        'scripts',
        'pages.ts',
        'protocol.ts',
        'compile/allowed.ts',
        'compile/libraries.ts',
        'package.json',
      ].map((path) => `runtime/${path}`),
      'package-lock.json',
    ],
    output: 'runtime/dist',
    needs: 'runtime/scripts/build.ts',
    command: ['node', ['runtime/scripts/build.ts']],
  },
];
