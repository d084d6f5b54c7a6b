import type { Envelope } from '../jsonrpc/envelope.js';
import type { CompiledMethod } from '../method/compiled-method.js';

type ValidEnvelope = Exclude<Envelope, { readonly kind: 'invalid' }>;

/**
 * Selects the subscription of a namespace that the first position of the params names. The other
 * positions are its params. Returns undefined if there is no such subscription.
 */
export function selectVariant(
  { variants }: CompiledMethod,
  envelope: ValidEnvelope,
): { readonly method: CompiledMethod; readonly envelope: ValidEnvelope } | undefined {
  const { params } = envelope.request;
  if (!Array.isArray(params)) return undefined;
  const [name, ...others]: readonly unknown[] = params;
  const method = variants?.get(name);
  if (method === undefined) return undefined;
  return { method, envelope: { ...envelope, request: { ...envelope.request, params: others } } };
}
