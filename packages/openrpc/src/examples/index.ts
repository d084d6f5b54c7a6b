/**
 * Generates an example value of a JSON Schema.
 *
 * @module
 */
export { NO_EXAMPLE } from './container-examples.js';
export { ExampleGenerator, type ExampleOptions } from './example-generator.js';
