import { Components } from '../components/components.js';
import { SchemaWriter } from '../components/schema-writer.js';
import { ExampleMaker } from '../examples/example-maker.js';
import { ErrorObjects } from './error-objects.js';

/** What all methods of one OpenRPC document share. */
export class OpenRpcParts {
  readonly components: Components;
  readonly writer: SchemaWriter;
  readonly errors: ErrorObjects;

  constructor(fineNames: boolean) {
    this.components = new Components(fineNames);
    this.writer = new SchemaWriter(this.components, 'draft-07');
    this.errors = new ErrorObjects(this.writer, this.components);
  }

  exampleMaker(): ExampleMaker {
    return new ExampleMaker((schema) => this.components.resolve(schema));
  }
}
