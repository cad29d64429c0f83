import sharp, { type Sharp } from 'sharp';
import { FileTooLarge, InvalidFile, UploadsBusy } from '../errors.ts';
import { Turns } from './turns.ts';

/** Widths in which images are served, in pixels. */
export const WIDTHS = [160, 320, 640, 1280] as const;
export type Width = (typeof WIDTHS)[number];

export function isWidth(width: number): width is Width {
  return (WIDTHS as readonly number[]).includes(width);
}

const RASTER = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const MAX_RESIZES = 2;
const MAX_QUEUED = 100;
const RESIZE_SECONDS = 10;
/** Models scale larger pictures down to about this edge, in pixels. */
const MODEL_EDGE = 1568;

// Only decoders of accepted formats: libvips knows many more, each with an attack surface of its own.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
});
sharp.cache(false);

/** Whether a picture of this type can be decoded. */
export function isRaster(type: string): boolean {
  return RASTER.has(type);
}

/**
 * Reads the header of an image, not its pixels. Throws `InvalidFile` for a damaged one, and `FileTooLarge` above the pixels, all frames
 * counted. Only still images can be resized.
 */
export async function checkImage(path: string, type: string, maxPixels: number): Promise<{ readonly isResizable: boolean }> {
  if (!RASTER.has(type)) return { isResizable: false };
  // -1: all frames.
  const header = await sharp(path, { limitInputPixels: false, pages: type === 'image/avif' ? 1 : -1 })
    .metadata()
    .catch(() => null);
  if (header === null) throw new InvalidFile('The image cannot be read. It may be damaged.');
  const pixels = (header.width ?? 0) * (header.height ?? 0);
  if (pixels > maxPixels) throw new FileTooLarge(`The image is too large: at most ${maxPixels / 1_000_000} megapixels can be uploaded.`);
  return { isResizable: (header.pages ?? 1) === 1 };
}

/** Resizes images, a few at a time: decoders take a processor core and tens of megabytes each. */
export class Resizer {
  readonly #maxPixels: number;
  readonly #turns = new Turns({ running: MAX_RESIZES, queued: MAX_QUEUED, refusal: () => new UploadsBusy() });

  constructor(maxPixels: number) {
    this.#maxPixels = maxPixels;
  }

  /** WebP of at most this width, turned upright, without metadata such as the place of a photo. */
  resize(image: Uint8Array, width: Width): Promise<Uint8Array> {
    return this.#encode(image, (upright) => upright.resize({ width, withoutEnlargement: true }).webp({ quality: 80 }));
  }

  /** JPEG in the size that models read, on white, without metadata. */
  forModel(image: Uint8Array): Promise<Uint8Array> {
    const size = { width: MODEL_EDGE, height: MODEL_EDGE, fit: 'inside', withoutEnlargement: true } as const;
    return this.#encode(image, (upright) => upright.resize(size).flatten({ background: '#fff' }).jpeg({ quality: 85 }));
  }

  #encode(image: Uint8Array, edit: (upright: Sharp) => Sharp): Promise<Uint8Array> {
    return this.#turns.run(async () => {
      const upright = sharp(image, { limitInputPixels: this.#maxPixels, sequentialRead: true })
        .timeout({ seconds: RESIZE_SECONDS })
        .rotate();
      return edit(upright)
        .toBuffer()
        .catch(() => {
          throw new InvalidFile('The image cannot be resized. It may be damaged.');
        });
    });
  }
}
