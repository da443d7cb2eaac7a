import { createCanvas, loadImage } from '@napi-rs/canvas';

export type PictureColours = {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue (0 to 255) at a position in percent. */
  readonly at: (x: number, y: number) => readonly number[];
  /** Whether any pixel has about this color. */
  readonly has: (colour: readonly number[]) => boolean;
};

/** Tolerated color difference, for lossy compression. */
const ALIKE = 40;

export async function readColours(picture: Buffer): Promise<PictureColours> {
  const image = await loadImage(picture);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const pixel = (index: number): readonly number[] => Array.from(data.slice(index * 4, index * 4 + 3));
  return {
    width,
    height,
    at: (x, y) => pixel(Math.floor((height * y) / 100) * width + Math.floor((width * x) / 100)),
    has: (colour) =>
      Array.from({ length: width * height }, (_, index) => pixel(index)).some((found) =>
        found.every((value, part) => Math.abs(value - (colour[part] ?? 0)) < ALIKE),
      ),
  };
}
