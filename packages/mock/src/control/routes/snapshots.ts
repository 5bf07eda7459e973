import * as v from 'valibot';
import { defineRoute } from '../define-route.ts';
import { SnapshotSchema, SnapshotTakenSchema } from '../wire/snapshot.ts';
import { paramsOf, TENANT_PARAMS } from '../wire/params.ts';

const SNAPSHOT_PARAMS = paramsOf('snapshot', 'The id of the snapshot.');

const listSnapshots = defineRoute({
  id: 'listSnapshots',
  method: 'GET',
  path: '/tenants/:tenant/snapshots',
  tag: 'snapshots',
  summary: 'List snapshots',
  description: 'Those that were taken here and still exist, oldest first.',
  params: TENANT_PARAMS,
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
  id: 'takeSnapshot',
  method: 'POST',
  path: '/tenants/:tenant/snapshots',
  tag: 'snapshots',
  summary: 'Take a snapshot',
  description: 'Keeps all data, rules and limits of the tenant, and the time, as they are now.',
  params: TENANT_PARAMS,
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
  id: 'restoreSnapshot',
  method: 'POST',
  path: '/tenants/:tenant/snapshots/:snapshot/restore',
  tag: 'snapshots',
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
  id: 'dropSnapshot',
  method: 'DELETE',
  path: '/tenants/:tenant/snapshots/:snapshot',
  tag: 'snapshots',
  summary: 'Drop a snapshot',
  description: 'Snapshots go with their tenant; drop one earlier where many are taken.',
  params: SNAPSHOT_PARAMS,
  answer: { status: 204, description: 'It is gone.' },
  async handle({ params }, context) {
    context.held(context.tenant(params.tenant)).snapshots.remove(params.snapshot);
  },
});

export const SNAPSHOT_ROUTES = [listSnapshots, takeSnapshot, restoreSnapshot, dropSnapshot];
