import { InvalidShape, type Rectangle } from './shapes.js';

export function area({ width, height }: Rectangle): number {
  if (width < 0 || height < 0) throw new InvalidShape();
  return width * height;
}
