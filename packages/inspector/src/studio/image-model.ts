/** What a model can do in a request for images, as the control interface lists it. */
export interface ImageModel {
  readonly id: string;
  readonly name: string;
  readonly aspect_ratios: readonly string[] | null;
  readonly resolutions: readonly string[] | null;
  readonly takes_pixels: boolean;
  readonly output_formats: readonly string[];
  readonly qualities: readonly string[] | null;
  readonly backgrounds: readonly string[] | null;
  readonly max_images: number;
  readonly min_references: number;
  readonly max_references: number;
  readonly seed: boolean;
  readonly compression: boolean;
  readonly streams: boolean;
}
