export {
  defineImageProvider,
  type ListedProvider,
  type ListedModel,
  type ProviderDefinition,
  type ProviderOptions,
} from './shared/define-image-provider.ts';
export type { ValueRule } from '@model-gateway/core/kit';
export type { ModelEntry, ModelRow, ModelTable, RetiredModel } from './shared/model-table.ts';
export type { Call } from './shared/call.ts';
export type { JsonAnswer, ProviderRequest } from './shared/provider-request.ts';
export type { Polling } from './shared/job-queue.ts';
export type { FailureRule } from './shared/failure-rules.ts';
export type { FormPart } from './shared/form-body.ts';
export { bearer } from './shared/authorize.ts';
export { Base64Of, dataUrlOf } from './shared/json-body.ts';
