import { listModels } from './list-models.ts';

/** Every operation of the gateway, in the order of spec §1's table. */
export const OPERATIONS = [listModels] as const;

export type OperationId = (typeof OPERATIONS)[number]['id'];
