export {
  createUpstreamImageProvider,
  type UpstreamImageProviderOptions,
  type UpstreamModel,
} from './upstream-image-provider.ts';
