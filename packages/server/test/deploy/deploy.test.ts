// System: starts a server as the container does.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfig, openGateway } from '@model-gateway/server';
import { parse, parseAllDocuments } from 'yaml';
import { aRequest } from '../../../core/test/builders.ts';
import { startServer } from '../support/server-process.ts';

const FOLDER = fileURLToPath(new URL('../../deploy', import.meta.url));
const textOf = (name: string) => readFile(`${FOLDER}/${name}`, 'utf8');

/** What the secrets of a deployment hold. */
const ENV = {
  DATABASE_URL: 'sqlite::memory:',
  REDIS_URL: 'redis://127.0.0.1:9',
  OPENAI_API_KEY: 'sk-canary',
  MODEL_GATEWAY_SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
};

const dockerfile = (await textOf('Dockerfile'))
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
/** The text of an instruction that occurs once. */
function instruction(name: string): string {
  const found = dockerfile.filter((line) => line.startsWith(`${name} `));
  assert.equal(found.length, 1, `one ${name}`);
  return found[0]?.slice(name.length + 1) ?? '';
}
const words = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')));

const config = await loadConfig(`${FOLDER}/model-gateway.yaml`, ENV);
const { server, admin } = config.config;
assert.ok(admin !== null);
const LONGEST_STOP_SECONDS = (server.shutdownDelayMs + server.drainTimeoutMs) / 1000;

describe('the Dockerfile', () => {
  it('installs packages of which the server asks for these versions', async () => {
    const manifest = JSON.parse(await readFile(`${FOLDER}/../package.json`, 'utf8'));
    const run = instruction('RUN');
    assert.match(run, new RegExp(`npm install --global "${manifest.name}@`));
    for (const [name, range] of Object.entries(manifest.peerDependencies)) {
      // A range with a space in it stands in quotes.
      const wanted = `${name}@${String(range)}`;
      assert.ok(run.includes(/\s/.test(wanted) ? ` "${wanted}" ` : ` ${wanted} `), name);
    }
    assert.match(run, /npm cache clean --force/);
    assert.deepEqual(words(instruction('ENTRYPOINT')), Object.keys(manifest.bin));
  });

  it('pins Node, runs as a user who is not root, and has commands in exec form', () => {
    assert.equal(instruction('FROM'), 'node:24-slim');
    assert.equal(instruction('USER'), 'node');
    const names = dockerfile.map((line) => line.split(' ')[0]);
    assert.ok(names.indexOf('RUN') < names.indexOf('USER'));
    assert.ok(names.indexOf('USER') < names.indexOf('ENTRYPOINT'));
    assert.ok(!names.includes('ADD'));
    for (const name of ['ENTRYPOINT', 'CMD']) assert.match(instruction(name), /^\[.*\]$/);
  });

  it('exposes the ports of the configuration', () => {
    assert.equal(instruction('EXPOSE'), `${server.port} ${admin.port}`);
  });

  it('is healthy while the server runs, and the server stops with 0', async () => {
    const [command, ...args] = words(instruction('CMD'));
    assert.deepEqual([command, args.slice(0, -1)], ['serve', ['--config']]);
    const running = await startServer(FOLDER, ['--host', '127.0.0.1'], ENV);
    try {
      const port = new URL(running.adminUrl).port;
      assert.equal(await healthCheck(port), 0);
      running.signal('SIGTERM');
      assert.equal(await running.ended, 0);
      assert.equal(await healthCheck(port), 1);
    } finally {
      running.signal('SIGKILL');
    }
  });
});

/** The exit code of the health check, on another port. */
async function healthCheck(port: string): Promise<number> {
  const [program, ...args] = words(instruction('HEALTHCHECK'));
  assert.equal(program, 'node');
  assert.ok(args.some((arg) => arg.includes(`:${admin?.port}/`)));
  const onPort = args.map((arg) => arg.replace(`:${admin?.port}/`, `:${port}/`));
  const [code] = await once(spawn(process.execPath, onPort), 'close');
  return code;
}

describe('the compose file', async () => {
  const { services, volumes } = parse(await textOf('compose.yaml'));

  it('gives the gateway every variable of its configuration, and no secret in its text', () => {
    const { environment } = services.gateway;
    assert.deepEqual(new Set(Object.keys(environment)), new Set(config.config.secretVariables));
    for (const name of ['OPENAI_API_KEY', 'MODEL_GATEWAY_SECRET_KEYS']) {
      assert.equal(environment[name], `\${${name}:?}`);
    }
    assert.match(environment.DATABASE_URL, /^postgres:\/\/gateway:\$\{POSTGRES_PASSWORD:\?\}@/);
  });

  it('runs the gateway without rights that it does not need', () => {
    const { read_only, cap_drop, security_opt, tmpfs, mem_limit } = services.gateway;
    assert.deepEqual(
      { read_only, cap_drop, security_opt, tmpfs, mem_limit },
      {
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp'],
        mem_limit: '1g',
      },
    );
  });

  it('publishes the API on this machine only, and health and metrics not at all', () => {
    assert.deepEqual(services.gateway.ports, [`127.0.0.1:${server.port}:${server.port}`]);
    assert.equal(services.postgres.ports, undefined);
    assert.equal(services.valkey.ports, undefined);
  });

  it('waits for healthy databases, and leaves time to drain', () => {
    for (const [name, { condition }] of Object.entries<{ condition: string }>(
      services.gateway.depends_on,
    )) {
      assert.equal(condition, 'service_healthy');
      assert.ok(Array.isArray(services[name].healthcheck.test), name);
    }
    assert.ok(Number.parseInt(services.gateway.stop_grace_period) > LONGEST_STOP_SECONDS);
    assert.deepEqual(Object.keys(volumes), ['postgres']);
  });

  it('mounts the configuration where the Dockerfile reads it', () => {
    const [mount = ''] = services.gateway.volumes;
    assert.equal(mount, `./model-gateway.yaml:${words(instruction('CMD')).at(-1)}:ro`);
  });
});

describe('the Kubernetes manifests', async () => {
  const manifests = parseAllDocuments(await textOf('kubernetes.yaml')).map((one) => one.toJS());
  const of = (kind: string) => manifests.find((one) => one.kind === kind) ?? assert.fail(kind);
  const { spec } = of('Deployment').spec.template;
  const [container] = spec.containers;

  it('select the pods of the deployment', () => {
    const { labels } = of('Deployment').spec.template.metadata;
    assert.deepEqual(of('Deployment').spec.selector.matchLabels, labels);
    assert.deepEqual(of('Service').spec.selector, labels);
    assert.deepEqual(of('PodDisruptionBudget').spec.selector.matchLabels, labels);
  });

  it('probe health, readiness and start on the admin port', () => {
    const pathOf = (probe: string) => container[probe].httpGet;
    assert.deepEqual(pathOf('startupProbe'), { path: '/healthz', port: 'admin' });
    assert.deepEqual(pathOf('livenessProbe'), { path: '/healthz', port: 'admin' });
    assert.deepEqual(pathOf('readinessProbe'), { path: '/readyz', port: 'admin' });
    assert.deepEqual(container.ports, [
      { name: 'http', containerPort: server.port },
      { name: 'admin', containerPort: admin.port },
    ]);
  });

  it('notice that a pod is not ready before it refuses connections, and let it drain', () => {
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    assert.ok(periodSeconds * failureThreshold * 1000 < server.shutdownDelayMs);
    assert.ok(spec.terminationGracePeriodSeconds > LONGEST_STOP_SECONDS);
  });

  it('run without root, with a read-only file system and limits', () => {
    assert.equal(spec.securityContext.runAsNonRoot, true);
    assert.equal(spec.automountServiceAccountToken, false);
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.ok(container.resources.requests.cpu);
    assert.ok(container.resources.limits.memory);
  });

  it('take every variable from a secret', async () => {
    assert.deepEqual(container.envFrom, [{ secretRef: { name: 'model-gateway' } }]);
    assert.equal(container.env, undefined);
    const text = await textOf('kubernetes.yaml');
    for (const name of config.config.secretVariables) assert.ok(text.includes(name), name);
  });

  it('mount the volumes that they declare', () => {
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name);
    assert.deepEqual(
      mounted,
      spec.volumes.map(({ name }: { name: string }) => name),
    );
    const { mountPath } = container.volumeMounts[0];
    assert.equal(`${mountPath}/model-gateway.yaml`, words(instruction('CMD')).at(-1));
  });
});

describe('the dashboard and the alerts', async () => {
  const gateway = await openGateway({ store: 'sqlite::memory:', log: { level: 'silent' } });
  await gateway.ready();
  const response = await gateway.admin(aRequest('/metrics', { mount: '' }));
  await gateway.close();
  assert.ok(response?.body.kind === 'bytes');
  const metrics = Buffer.concat(response.body.parts).toString('utf8');
  const families = new Set(
    [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => familyOf(name)),
  );
  const dashboard = JSON.parse(await textOf('grafana-dashboard.json'));
  const { groups } = parse(await textOf('alerts.yaml'));
  const panels: { title: string; targets: { expr: string }[] }[] = dashboard.panels;
  const rules: { alert: string; expr: string; labels: object; annotations: object }[] =
    groups[0].rules;
  const expressions = [
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ];

  for (const [name, expression] of expressions) {
    it(`read metrics that there are: ${name}`, () => {
      const names = expression.match(/\b(?:gateway|process|nodejs)_[a-z0-9_]+/g) ?? [];
      assert.ok(names.length > 0);
      for (const metric of names) assert.ok(families.has(familyOf(metric)), metric);
    });
  }

  it('say for each alert how urgent it is, and what it means', () => {
    for (const { labels, annotations } of rules) {
      assert.ok('severity' in labels && 'summary' in annotations);
    }
  });
});

function familyOf(metric: string): string {
  return metric.replace(/_(?:total|bucket|sum|count)$/, '');
}
