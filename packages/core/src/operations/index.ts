import { countModels } from './count-models.ts';
import { createImage } from './create-image.ts';
import { FACE_OPERATIONS, type FaceOperationId } from './face-operations.ts';
import { createKey } from './create-key.ts';
import { deleteKey } from './delete-key.ts';
import { getCurrentKey } from './get-current-key.ts';
import { getKey } from './get-key.ts';
import { listKeys } from './list-keys.ts';
import { updateKey } from './update-key.ts';
import { getActivity } from './get-activity.ts';
import { getCredits } from './get-credits.ts';
import { getGeneration } from './get-generation.ts';
import { getModel } from './get-model.ts';
import { listDestinations } from './list-destinations.ts';
import { listEndpoints } from './list-endpoints.ts';
import { listGuardrailAssignments } from './list-guardrail-assignments.ts';
import { listMembers } from './list-members.ts';
import { listModels } from './list-models.ts';
import { listProviders } from './list-providers.ts';
import { listUserModels } from './list-user-models.ts';
import { listZdrEndpoints } from './list-zdr-endpoints.ts';
import { retrieveModel } from './retrieve-model.ts';
import { updateDestination } from './update-destination.ts';

/** The operations of every gateway, in the order of the contract's table. */
export const OPERATIONS = [
  listModels,
  listUserModels,
  countModels,
  getModel,
  retrieveModel,
  listEndpoints,
  listZdrEndpoints,
  listProviders,
  createImage,
  listDestinations,
  updateDestination,
  listMembers,
  listGuardrailAssignments,
  getGeneration,
  getActivity,
  getCredits,
  getCurrentKey,
  listKeys,
  createKey,
  getKey,
  updateKey,
  deleteKey,
] as const;

/** The name of an operation, for example `listModels`. */
export type OperationId = (typeof OPERATIONS)[number]['id'] | FaceOperationId;

type Faces = typeof FACE_OPERATIONS;

/**
 * The operations of every gateway and those of all faces. Its type refers to theirs, which
 * declarations would otherwise spell out again.
 */
export const ALL_OPERATIONS: readonly [
  ...typeof OPERATIONS,
  ...Faces['chat'],
  ...Faces['embeddings'],
  ...Faces['rerank'],
] = [
  ...OPERATIONS,
  ...FACE_OPERATIONS.chat,
  ...FACE_OPERATIONS.embeddings,
  ...FACE_OPERATIONS.rerank,
];
