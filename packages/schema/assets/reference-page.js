// Runs in the browser, after the bundle of Swagger UI.

const darkMode = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI uses its dark theme if the document has this class. */
function followColorScheme() {
  document.documentElement.classList.toggle('dark-mode', darkMode.matches);
}

/** Renders the path of an operation as a link that emphasizes the name of the method at its end. */
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
          element('span', { className: 'page-entrypoint' }, ...breakable),
          path.slice(end),
        ),
      }),
    );
  };
}

/**
 * Opens the operation in the URL fragment. Swagger UI decodes the fragment before it splits it, so it
 * finds no names with a slash, and it warns about names with an underscore.
 */
function followDeepLink({ layoutActions, layoutSelectors }) {
  const names = location.hash.slice(1).split('/').filter(Boolean).map(decode);
  const keys = layoutSelectors.isShownKeyFromUrlHashArray(names);
  if (keys.length === 0) return;
  layoutActions.show(layoutSelectors.isShownKeyFromUrlHashArray(names.slice(0, 1)), true);
  layoutActions.show(keys, true);
  layoutActions.scrollTo(keys);
  layoutActions.scrollToVirtualizedOperation(keys);
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function referencePagePlugin(system) {
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
darkMode.addEventListener('change', followColorScheme);

const container = document.getElementById('swagger-ui');

SwaggerUIBundle({
  domNode: container,
  // Swagger UI resolves relative servers against an absolute URL only.
  url: new URL(container.dataset.openapi, document.baseURI).href,
  plugins: [referencePagePlugin],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // The validator is a service on another origin.
  validatorUrl: null,
});
