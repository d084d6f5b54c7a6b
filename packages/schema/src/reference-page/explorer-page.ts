import { explorerAssets, explorerHtml, explorerPolicy } from '@jsonrpc-kit/explorer';
import type { ReferencePage } from './reference-page.js';

/** The default API reference page. */
export const explorerPage: ReferencePage = {
  reads: 'openrpc',
  assets: explorerAssets,
  render: ({ title, version, openrpcUrl, assetsUrl, origins }) =>
    explorerHtml({
      title: `${title} ${version}`,
      openrpcUrl: openrpcUrl ?? '',
      assetsUrl,
      origins,
    }),
  policy: explorerPolicy,
};
