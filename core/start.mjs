// `node core/main.ts` does the same, but starts more slowly.
// Loaded later: an older Node cannot even link the modules of the server.
if (Number.parseInt(process.versions.node, 10) < 22) {
  process.stderr.write(`Node ${process.versions.node} is too old for the server itself: start it with npm start, which brings its own.\n`);
  process.exit(1);
}
const { load } = await import('./load.mjs');

await load('main');
