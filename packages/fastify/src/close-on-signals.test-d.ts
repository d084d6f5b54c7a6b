import fastify, { type FastifyTypeProvider } from 'fastify';
import { pino } from 'pino';
import { closeOnSignals } from './closing.js';

interface SchemaAsType extends FastifyTypeProvider {
  readonly validator: this['schema'];
  readonly serializer: this['schema'];
}

// closeOnSignals() accepts applications with every kind of server.
closeOnSignals(fastify());
closeOnSignals(fastify({ https: { key: '' } }));
closeOnSignals(fastify({ http2: true }));
closeOnSignals(fastify({ http2: true, https: { key: '' } }));

// It accepts applications with every kind of logger.
closeOnSignals(fastify({ logger: true }));
closeOnSignals(fastify({ loggerInstance: pino() }));
closeOnSignals(fastify({ loggerInstance: pino({ customLevels: { audit: 35 } }) }));
closeOnSignals(fastify({ loggerInstance: pino(), http2: true }));

// It accepts applications with a type provider.
closeOnSignals(fastify().withTypeProvider<SchemaAsType>());
closeOnSignals(fastify({ loggerInstance: pino(), http2: true }).withTypeProvider<SchemaAsType>());

// It accepts an application that was awaited.
closeOnSignals(await fastify({ loggerInstance: pino() }), {
  shutdownDelay: 5,
  onClosed: () => undefined,
});

// It doesn't accept other arguments.
// @ts-expect-error -- a server is not an application
closeOnSignals(fastify().server);
// @ts-expect-error -- how long calls may run is an option of the plugin
closeOnSignals(fastify(), { timeout: 5 });
