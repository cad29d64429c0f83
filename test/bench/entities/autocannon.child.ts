import autocannon from 'autocannon';
import type { Load, Report } from './load.ts';

// Records its own latencies: autocannon's histogram has a resolution of a millisecond.
process.once('message', (message) => {
  const { side, calls, connections, until, rate } = message as Load;
  const requests = calls.map(({ method, path, body }) => ({
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { ...side.headers, 'content-type': 'application/json' } }),
  }));
  const latencies: number[] = [];
  let [begun, last, failed] = [0, 0, 0];
  let clients = 0;
  const settings = {
    url: side.origin,
    connections,
    headers: { ...side.headers },
    requests,
    // Each connection begins at another call: otherwise all would read and change the same row at the same time.
    setupClient(client: autocannon.Client) {
      const start = Math.floor((clients++ * requests.length) / connections);
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    },
    timeout: 120,
    ...(rate === undefined ? {} : { overallRate: rate }),
    ...('amount' in until ? { amount: until.amount } : { duration: until.seconds }),
  };
  const run = autocannon(settings, () => {
    const report: Report = { responses: latencies.length, failed, seconds: (last - begun) / 1000, latencies };
    process.send?.(report, () => process.disconnect());
  });
  run.on('start', () => {
    begun = performance.now();
  });
  run.on('response', (_client, status, _bytes, milliseconds) => {
    last = performance.now();
    if (status < 200 || status > 299) failed += 1;
    latencies.push(milliseconds);
  });
  run.on('reqError', () => {
    failed += 1;
  });
});
