import * as v from 'valibot';
import { defineRoute, routesOf } from '../define-route.ts';
import { SnapshotSchema, SnapshotTakenSchema } from '../wire/snapshot.ts';
import { paramsOf } from '../wire/params.ts';

const SNAPSHOT_PARAMS = paramsOf('snapshot', 'The id of the snapshot.');

const listSnapshots = defineRoute({
  on: 'GET /tenants/:tenant/snapshots',
  summary: 'List snapshots',
  description: 'Those that were taken here and still exist, oldest first.',
  answer: {
    status: 200,
    description: 'The snapshots.',
    data: {
      schema: v.array(SnapshotTakenSchema),
      example: [{ id: 'snapshot-1', at: '2026-08-01T12:00:00.000Z' }],
    },
  },
  async handle({ params }, context) {
    const { snapshots } = context.held(context.tenant(params.tenant));
    return snapshots.all().map(([id, { time }]) => ({ id, at: new Date(time.now).toISOString() }));
  },
});

const takeSnapshot = defineRoute({
  on: 'POST /tenants/:tenant/snapshots',
  summary: 'Take a snapshot',
  description: 'Keeps all data, rules and limits of the tenant, and the time, as they are now.',
  answer: {
    status: 201,
    description: 'The snapshot.',
    data: { schema: SnapshotSchema, example: { id: 'snapshot-1' } },
  },
  async handle({ params }, context) {
    const tenant = context.tenant(params.tenant);
    return { id: context.held(tenant).snapshots.add(await tenant.snapshot()) };
  },
});

const restoreSnapshot = defineRoute({
  on: 'POST /tenants/:tenant/snapshots/:snapshot/restore',
  summary: 'Restore a snapshot',
  description:
    'Makes everything as it was then, as often as you like. A clock that several tenants share is left alone.',
  params: SNAPSHOT_PARAMS,
  answer: { status: 204, description: 'Everything is as it was.' },
  async handle({ params }, context) {
    const tenant = context.tenant(params.tenant);
    await tenant.restore(context.held(tenant).snapshots.get(params.snapshot));
  },
});

const dropSnapshot = defineRoute({
  on: 'DELETE /tenants/:tenant/snapshots/:snapshot',
  summary: 'Drop a snapshot',
  description: 'Snapshots go with their tenant; drop one earlier where many are taken.',
  params: SNAPSHOT_PARAMS,
  answer: { status: 204, description: 'It is gone.' },
  async handle({ params }, context) {
    context.held(context.tenant(params.tenant)).snapshots.remove(params.snapshot);
  },
});

export const SNAPSHOT_ROUTES = routesOf('snapshots', {
  listSnapshots,
  takeSnapshot,
  restoreSnapshot,
  dropSnapshot,
});
