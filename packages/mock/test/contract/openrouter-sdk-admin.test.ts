import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { OpenRouter } from '@openrouter/sdk';
import type { ObservabilityDestination } from '@openrouter/sdk/models';
import * as errors from '@openrouter/sdk/models/errors';
import { startMockGateway, type RunningMockGateway } from '@model-gateway/mock';

const OTHER_WORKSPACE = '00000000-0000-4000-8000-000000000002';

/** A word or a destination that this client does not know is marked with one of these. */
const UNKNOWN = /UNRECOGNIZED|UNKNOWN/i;

/** The official client of the look-alike validates every answer; a wrong name or type rejects. */
describe('@openrouter/sdk administers the mock with its dialect', () => {
  let gateway: RunningMockGateway;
  let client: OpenRouter;

  // Fresh for each test, because some of them change what is stored.
  beforeEach(async () => {
    gateway = await startMockGateway({ dialect: 'openrouter' });
    client = new OpenRouter({ apiKey: gateway.managementKey, serverURL: gateway.baseURL });
  });
  afterEach(() => gateway.close());

  async function destinations(query: { workspaceId?: string } = {}): Promise<Known[]> {
    const found: Known[] = [];
    for await (const { result } of await client.observability.list({ ...query, limit: 7 })) {
      for (const destination of result.data) found.push(known(destination));
    }
    return found;
  }

  async function ofType<Type extends Known['type']>(type: Type) {
    const found = (await destinations()).find((destination) => destination.type === type);
    assert.ok(found, `there is no ${type}`);
    return found;
  }

  it('lists destinations of every kind, page by page', async () => {
    const found = await destinations();
    const { destinations: seeded } = await gateway.ready();
    const mine = seeded.filter(({ destination }) => destination.workspace_id.endsWith('1'));
    assert.deepEqual(
      found.map(({ id }) => id).toSorted(),
      mine.map(({ destination }) => destination.id).toSorted(),
    );
    assert.doesNotMatch(JSON.stringify(found), UNKNOWN);
    const times = found.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().toReversed());
  });

  it('lists destinations of another workspace', async () => {
    const found = await destinations({ workspaceId: OTHER_WORKSPACE });
    assert.equal(found.length, 8);
    for (const { workspaceId } of found) assert.equal(workspaceId, OTHER_WORKSPACE);
  });

  it('sees secrets masked', async () => {
    const { config } = await ofType('grafana');
    assert.match((config as { apiKey: string }).apiKey, /^fake\.\.\..{4}$/);
  });

  it('updates a destination', async () => {
    const { id } = await ofType('langfuse');
    const { data } = await client.observability.update({
      id,
      updateObservabilityDestinationRequest: {
        name: 'Renamed',
        enabled: false,
        privacyMode: true,
        samplingRate: 0.25,
        apiKeyHashes: ['0'.repeat(64)],
        filterRules: {
          groups: [
            {
              logic: 'or',
              rules: [
                { field: 'model', operator: 'regex', value: '^acme/' },
                { field: 'total_cost', operator: 'gt', value: 0.01 },
                { field: 'session_id', operator: 'exists' },
              ],
            },
          ],
        },
        config: { baseUrl: 'https://eu.langfuse.example' },
      },
    });
    const updated = known(data);
    assert.equal(updated.name, 'Renamed');
    assert.equal(updated.enabled, false);
    assert.equal(updated.privacyMode, true);
    assert.equal(updated.samplingRate, 0.25);
    assert.deepEqual(updated.apiKeyHashes, ['0'.repeat(64)]);
    assert.equal(updated.filterRules?.groups[0]?.rules.length, 3);
    assert.equal((updated.config as { baseUrl: string }).baseUrl, 'https://eu.langfuse.example');
    assert.doesNotMatch(JSON.stringify(updated), UNKNOWN);
    assert.deepEqual(await ofType('langfuse'), updated);
  });

  it('clears what may be cleared', async () => {
    const { id } = await ofType('webhook');
    const updateObservabilityDestinationRequest = { apiKeyHashes: null, filterRules: null };
    const { data } = await client.observability.update({
      id,
      updateObservabilityDestinationRequest,
    });
    assert.equal(known(data).apiKeyHashes, null);
    assert.equal(known(data).filterRules, null);
  });

  it('sends a masked config back without harm', async () => {
    for (const before of await destinations()) {
      const { data } = await client.observability.update({
        id: before.id,
        updateObservabilityDestinationRequest: {
          enabled: before.enabled,
          config: sentBack(before),
        },
      });
      assert.deepEqual(known(data), before);
    }
  });

  it('lists members, page by page, with the roles it knows', async () => {
    const roles = new Set<string>();
    const emails: string[] = [];
    for await (const { result } of await client.organization.listMembers({ limit: 50 })) {
      assert.equal(result.totalCount, 120);
      emails.push(...result.data.map(({ email }) => email));
      for (const { role } of result.data) roles.add(role);
    }
    assert.deepEqual(roles, new Set(['org:admin', 'org:member']));
    const { members } = await gateway.ready();
    assert.deepEqual(
      emails,
      members.map(({ member }) => member.email),
    );
  });

  it('lists guardrail assignments, page by page', async () => {
    const users: string[] = [];
    for await (const { result } of await client.guardrails.listMemberAssignments({ limit: 25 })) {
      assert.equal(result.totalCount, 60);
      users.push(...result.data.map(({ userId }) => userId));
    }
    const { assignments } = await gateway.ready();
    assert.deepEqual(users.toSorted(), assignments.map(({ user_id }) => user_id).toSorted());
  });

  it('throws its typed errors', async () => {
    const { id } = await ofType('s3');
    const update = (changes: object, at = id) =>
      client.observability.update({ id: at, updateObservabilityDestinationRequest: changes });
    await assert.rejects(update({ samplingRate: 2 }), errors.BadRequestResponseError);
    await assert.rejects(update({ config: { bucket: 'x' } }), (error) => {
      assert.ok(error instanceof errors.BadRequestResponseError);
      assert.match(error.message, /config\.bucket is not a member for s3/);
      return true;
    });
    const nobody = '00000000-0000-4000-8000-00000000dead';
    await assert.rejects(update({}, nobody), errors.NotFoundResponseError);
    const inference = new OpenRouter({ apiKey: gateway.apiKey, serverURL: gateway.baseURL });
    await assert.rejects(inference.organization.listMembers(), (error) => {
      assert.ok(error instanceof errors.OpenRouterError);
      assert.equal(error.statusCode, 403);
      return true;
    });
  });
});

/** A destination of a kind that the client knows. */
type Known = Exclude<ObservabilityDestination, { isUnknown: true }>;

function known(destination: ObservabilityDestination): Known {
  assert.ok(!('isUnknown' in destination), `unknown: ${JSON.stringify(destination)}`);
  return destination;
}

/** The client fills in its own defaults, which our server has never seen; the rest was answered. */
function sentBack({ config }: Known): Record<string, unknown> {
  const ours = /quillfeather\.example|^fake|^\.\.\.|^(POST|PUT|us|eu)$/;
  return Object.fromEntries(
    Object.entries(config).filter(
      ([, value]) => typeof value === 'object' || ours.test(String(value)),
    ),
  );
}
