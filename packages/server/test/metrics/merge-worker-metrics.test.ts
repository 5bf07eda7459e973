import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mergeWorkerMetrics } from '../../src/metrics/merge-worker-metrics.ts';

it('metrics of workers are joined by family, each sample with its worker', () => {
  const text = (count: number) => `# HELP requests Requests that ended.
# TYPE requests counter
requests_total{route="/models/{id}",status="200"} ${count}
requests_total{} 1
# HELP up Whether it is up.
# TYPE up gauge
up 1
# EOF
`;
  const merged = mergeWorkerMetrics([
    { worker: 1, text: text(3) },
    { worker: 2, text: text(4) },
    { worker: 3, text: '' },
  ]);
  assert.equal(
    merged,
    `# HELP requests Requests that ended.
# TYPE requests counter
requests_total{worker="1",route="/models/{id}",status="200"} 3
requests_total{worker="1"} 1
requests_total{worker="2",route="/models/{id}",status="200"} 4
requests_total{worker="2"} 1
# HELP up Whether it is up.
# TYPE up gauge
up{worker="1"} 1
up{worker="2"} 1
# EOF
`,
  );
});
