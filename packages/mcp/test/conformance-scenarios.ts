/** Why a scenario does not apply to this server. */
interface NotApplicable {
  readonly reason: string;
  /** The checks that do not apply; the others have to pass. Default: the scenario as a whole. */
  readonly checks?: readonly string[];
}

/** The expected outcome of a scenario. */
type Expectation = 'passes' | NotApplicable;

const noCompletion = { reason: 'The server has no completion of arguments.' };
const noResources = { reason: 'The server has no resources.' };
const noPrompts = { reason: 'The server has no prompts.' };
const onlyJson = {
  reason: 'A method returns JSON. It returns no images, audio, or resources of the protocol.',
};
const noInput = { reason: 'A method never asks the client for input during a call.' };
const noTasks = { reason: 'The server does not implement the extension for tasks.' };

/** The server scenarios that the suite requires for the revision 2026-07-28. */
export const requiredScenarios: Readonly<Record<string, Expectation>> = {
  'server-stateless': {
    reason: 'No tool requires a capability of the client.',
    checks: [
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
    ],
  },
  'completion-complete': noCompletion,
  'tools-list': 'passes',
  'tools-call-simple-text': 'passes',
  'tools-call-image': onlyJson,
  'tools-call-audio': onlyJson,
  'tools-call-embedded-resource': onlyJson,
  'tools-call-mixed-content': onlyJson,
  'tools-call-error': 'passes',
  'tools-call-with-progress': 'passes',
  'server-sse-multiple-streams': 'passes',
  'resources-list': noResources,
  'resources-read-text': noResources,
  'resources-read-binary': noResources,
  'resources-templates-read': noResources,
  'sep-2164-resource-not-found': 'passes',
  'prompts-list': noPrompts,
  'prompts-get-simple': noPrompts,
  'prompts-get-with-args': noPrompts,
  'prompts-get-embedded-resource': noPrompts,
  'prompts-get-with-image': noPrompts,
  'dns-rebinding-protection': 'passes',
  caching: {
    reason: 'The server has no prompts and no resources to list.',
    checks: [
      'sep-2549-prompts-list-caching-hints',
      'sep-2549-resources-list-caching-hints',
      'sep-2549-resources-templates-list-caching-hints',
    ],
  },
  'input-required-result-basic-elicitation': noInput,
  'input-required-result-basic-sampling': noInput,
  'input-required-result-basic-list-roots': noInput,
  'input-required-result-request-state': noInput,
  'input-required-result-multiple-input-requests': noInput,
  'input-required-result-multi-round': noInput,
  'input-required-result-missing-input-response': 'passes',
  'input-required-result-non-tool-request': noInput,
  'input-required-result-result-type': noInput,
  'input-required-result-unsupported-methods': 'passes',
  'input-required-result-tampered-state': noInput,
  'input-required-result-capability-check': noInput,
  'input-required-result-ignore-extra-params': 'passes',
  'input-required-result-validate-input': 'passes',
};

/** The server scenarios that the suite runs as well and does not score. */
export const optionalScenarios: Readonly<Record<string, Expectation>> = {
  'tasks-lifecycle': noTasks,
  'tasks-capability-negotiation': noTasks,
  'tasks-wire-fields': noTasks,
  'tasks-request-state-removal': noTasks,
  'tasks-mrtr-input': noTasks,
  'tasks-request-headers': noTasks,
  'tasks-dispatch-and-envelope': noTasks,
  'tasks-status-notifications': 'passes',
  'tasks-required-task-error': noTasks,
  'tasks-mrtr-composition': noTasks,
  'json-schema-2020-12': {
    reason:
      'The input schema of a tool is generated. The scenario prescribes one with every keyword.',
  },
  'http-header-validation': 'passes',
  'http-custom-header-server-validation': {
    reason: 'No argument of a tool is mirrored to a header.',
  },
};
