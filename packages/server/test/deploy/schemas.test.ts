// System: the types of Kubernetes take much memory.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { composeProblems } from '../support/compose-schema.ts';
import { kubernetesProblems } from '../support/kubernetes-schema.ts';

const textOf = (name: string) => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

describe('the compose file', async () => {
  const text = await textOf('compose.yaml');

  it('is valid by the schema of the Compose Specification', () => {
    assert.deepEqual(composeProblems(parse(text)), []);
  });

  for (const [right, wrong, problem] of [
    ['restart: unless-stopped', 'restart: 1', '/services/gateway/restart must be string'],
    ['stop_grace_period:', 'stop_grace:', '"additionalProperty":"stop_grace"'],
    ['condition: service_healthy', 'condition: healthy', 'must be equal to one of'],
    ['mem_limit: 1g', 'mem_limit: [1g]', '/services/gateway/mem_limit must be number,string'],
  ] as const) {
    it(`would be refused with ${wrong}`, () => {
      expectProblem(composeProblems(parse(broken(text, right, wrong))), problem);
    });
  }
});

describe('the Kubernetes manifests', async () => {
  const text = await textOf('kubernetes.yaml');

  it('are valid by the types and the schemas of the Kubernetes API', async () => {
    assert.deepEqual(await kubernetesProblems(text), []);
  });

  for (const [right, wrong, problem] of [
    ['containerPort: 4000', 'containerPort: http', 'containerPort must be integer'],
    ['readinessProbe:', 'readyProbe:', `'"readyProbe"' does not exist in type 'IContainer'`],
    ['drop: [ALL]', 'drop: ALL', 'capabilities/drop must be array'],
    ['  selector: {', '  annotations: {', 'must have required property selector'],
    ['apiVersion: policy/v1', 'apiVersion: policy/v2', 'policy/v2 PodDisruptionBudget'],
  ] as const) {
    it(`would be refused with ${wrong}`, async () => {
      expectProblem(await kubernetesProblems(broken(text, right, wrong)), problem);
    });
  }
});

function broken(text: string, right: string, wrong: string): string {
  assert.ok(text.includes(right), right);
  return text.replace(right, wrong);
}

function expectProblem(problems: readonly string[], expected: string): void {
  assert.ok(
    problems.some((problem) => problem.includes(expected)),
    problems.join('\n') || 'no problem',
  );
}
