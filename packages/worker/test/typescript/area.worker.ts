import { NoShape, type Rectangle } from './shapes.js';

export function area({ width, height }: Rectangle): number {
  if (width < 0 || height < 0) throw new NoShape();
  return width * height;
}
