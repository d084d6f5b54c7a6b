import { useEffect, useState } from 'preact/hooks';
import { isObject } from '@jsonrpc-kit/openrpc';
import type { MethodModel } from '../document/api-model.js';
import { composeParams } from '../document/read-content.js';
import type { CheckResponse } from '../schema/check-value.worker.js';
import { useApp } from '../state/app-state.js';

const DELAY_MS = 200;

/** The problems of the params in the editor. */
export interface ParamsCheck extends CheckResponse {
  /** Set while the text is not JSON. */
  readonly syntax?: string | undefined;
}

/** Validates params by the schema of a method, shortly after each change. */
export function useParamsCheck(method: MethodModel, text: string): ParamsCheck {
  const { checker } = useApp();
  const [check, setCheck] = useState<ParamsCheck>({ problems: [] });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      void runCheck().then((next) => {
        if (!signal.aborted) setCheck(next);
      });
    }, DELAY_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };

    async function runCheck(): Promise<ParamsCheck> {
      if (text.trim() === '') return { problems: [] };
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch (error) {
        return { problems: [], syntax: error instanceof Error ? error.message : String(error) };
      }
      if (typeof value !== 'object' || value === null) {
        return { problems: [], syntax: 'Params are an object or an array.' };
      }
      const { references } = method;
      const schema = schemaFor(method, value);
      return checker.check({ schema, value, shared: references.shared }, signal);
    }
  }, [method, text, checker]);
  return check;
}

/** The schema for params by name or by position, as the user has written them. */
function schemaFor(method: MethodModel, value: unknown): unknown {
  const { paramStructure, params, paramsSchema } = method;
  if (isObject(value) && paramStructure === 'by-position') return composeParams(params, 'by-name');
  if (Array.isArray(value) && paramStructure === 'either') {
    return composeParams(params, 'by-position');
  }
  return paramsSchema;
}
