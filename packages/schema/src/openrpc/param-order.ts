import type { ParamStructure } from '@jsonrpc-kit/core/description';
import type { ContentDescriptor } from './openrpc-document.js';

/**
 * OpenRPC has required parameters before optional ones (Method Object, `params`). By name the order
 * says nothing; by position what stands before a required one has to be sent, so it is required.
 */
export function inOpenRpcOrder(
  params: readonly ContentDescriptor[],
  structure: ParamStructure,
): readonly ContentDescriptor[] {
  if (structure === 'by-name') {
    return params.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  }
  const last = params.findLastIndex(({ required }) => required);
  return params.map((param, index) => (index < last ? { ...param, required: true } : param));
}
