// Runs in the browser, after Swagger UI's bundle.

const darkness = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI is dark where the document has this class. */
function followColorScheme() {
  document.documentElement.classList.toggle('dark-mode', darkness.matches);
}

/**
 * The path of an operation, which is a link to it. It ends with the name of the method, which is
 * what a reader looks for.
 */
function methodPath({ React: { createElement: element, Fragment } }) {
  return ({ operationProps, getComponent }) => {
    const { path, tag, operationId, deprecated, isShown } = operationProps.toObject();
    const end = path.lastIndexOf('/');
    const breakable = path
      .slice(0, end)
      .split(/(?=\/)/)
      .flatMap((part) => [part, element('wbr')]);
    return element(
      'span',
      {
        className: deprecated ? 'opblock-summary-path__deprecated' : 'opblock-summary-path',
        'data-path': path,
      },
      element(getComponent('DeepLink'), {
        enabled: true,
        isShown,
        path: [tag, operationId].map(encodeURIComponent).join('/'),
        text: element(
          Fragment,
          null,
          element('span', { className: 'docs-entrypoint' }, ...breakable),
          path.slice(end),
        ),
      }),
    );
  };
}

/**
 * Follows a link to an operation. Swagger UI itself decodes the whole link before it takes it apart,
 * so a name with a slash is not found, and it complains of one with an underscore.
 */
function followDeepLink({ layoutActions, layoutSelectors }) {
  const names = location.hash.slice(1).split('/').filter(Boolean).map(decode);
  const shown = layoutSelectors.isShownKeyFromUrlHashArray(names);
  if (shown.length === 0) return;
  layoutActions.show(layoutSelectors.isShownKeyFromUrlHashArray(names.slice(0, 1)), true);
  layoutActions.show(shown, true);
  layoutActions.scrollTo(shown);
  layoutActions.scrollToVirtualizedOperation(shown);
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function docsPlugin(system) {
  return {
    components: { OperationSummaryPath: methodPath(system) },
    statePlugins: {
      layout: {
        wrapActions: { parseDeepLinkHash: () => () => followDeepLink(system) },
      },
    },
  };
}

followColorScheme();
darkness.addEventListener('change', followColorScheme);

const place = document.getElementById('swagger-ui');

SwaggerUIBundle({
  domNode: place,
  // Absolute, since the servers of the document are relative to it.
  url: new URL(place.dataset.openapi, document.baseURI).href,
  plugins: [docsPlugin],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // It would ask a service elsewhere.
  validatorUrl: null,
});
