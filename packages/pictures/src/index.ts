export {
  createPictureProvider,
  type PictureProvider,
  type PictureProviderOptions,
} from './create-picture-provider.ts';
export type { Detail } from './canvas.ts';
export type { LoadSharp, Sharp } from './sharp.ts';
export { drawSwatch } from './draw-swatch.ts';
export { partialCount } from './partial-count.ts';
export type { Stage, TakeTime } from './stage.ts';
