import { described } from '@model-gateway/core/kit';
import * as v from 'valibot';

export const SnapshotSchema = described(
  v.object({ id: described(v.string(), 'For restoring it, and for forks.') }),
  'The state of a tenant at one moment, without its requests.',
  { title: 'Snapshot' },
);
export const SnapshotTakenSchema = described(
  v.object({
    id: described(v.string(), 'For restoring it, and for forks.'),
    at: described(v.string(), "When it was taken, by the tenant's clock, ISO 8601."),
  }),
  'An existing snapshot.',
  { title: 'TakenSnapshot' },
);

export type SnapshotJson = v.InferOutput<typeof SnapshotTakenSchema>;
