import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { createServer, type RequestListener, type Server } from 'node:http';
import { SERVER_INFO, toolContent } from '../service/protocols.js';
import * as service from '../service/service.js';

const schemas = {
  AddParams: toStandardJsonSchema(service.AddParams),
  Balance: toStandardJsonSchema(service.Balance),
  BalanceParams: toStandardJsonSchema(service.BalanceParams),
  Greeting: toStandardJsonSchema(service.Greeting),
  GreetParams: toStandardJsonSchema(service.GreetParams),
  Order: toStandardJsonSchema(service.Order),
  Sum: toStandardJsonSchema(service.Sum),
};

/** The service as tools of the official SDK, which creates a server for each request. */
export async function mcpSdkNode(setup: service.Setup): Promise<Server> {
  const names = ['add', ...service.fillerNames(setup)];
  const handler = createMcpHandler(() => {
    const server = new McpServer(SERVER_INFO);
    for (const name of names) {
      const add = { inputSchema: schemas.AddParams, outputSchema: schemas.Sum };
      server.registerTool(name, add, (args) => toolContent(service.add(args)));
    }
    const place = { inputSchema: schemas.Order, outputSchema: schemas.Order };
    server.registerTool('place', place, (args) => toolContent(service.place(args)));
    const greet = { inputSchema: schemas.GreetParams, outputSchema: schemas.Greeting };
    server.registerTool('greet', greet, (_args, { http }) =>
      toolContent(service.greet(http?.req?.headers.get(service.TOKEN_HEADER) ?? '')),
    );
    const balance = { inputSchema: schemas.BalanceParams, outputSchema: schemas.Balance };
    server.registerTool('balance', balance, async (args) =>
      toolContent(service.balance(await service.findAccount(service.openSession()), args)),
    );
    return server;
  });
  // Its own type of a request is narrower than Node's.
  return createServer(toNodeHandler(handler) as RequestListener);
}
