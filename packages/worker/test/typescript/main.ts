import { geometry } from './geometry.js';

console.log(await geometry.run('area', [{ width: 2, height: 3 }]));
