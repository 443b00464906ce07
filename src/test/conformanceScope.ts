/**
 * Which parts of the official conformance suite apply to this server. Its scenarios call the tools, prompts and resources of the suite's
 * own sample server by name; scenarios that need one of those fail on any other server. The list is exact: a scenario that starts or stops
 * to apply fails the suite.
 */

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

const SAMPLE_TOOL = 'calls a tool that only the sample server of the suite has';
const SAMPLE_PROMPT = 'gets a prompt that only the sample server of the suite has';
const SAMPLE_RESOURCE = 'reads a resource that only the sample server of the suite has';
const NO_LOGGING = 'logging is not offered: clients get nothing besides the answer';
const NO_SUBSCRIPTIONS = 'subscriptions to resources are not offered: the door keeps no connection open';
const NO_INPUT = 'needs a sample tool that asks the client back; no tool here does';
const NO_TASKS = 'the extension for tasks is not offered: every answer comes at once';
const NO_SESSIONS = 'needs a session; the door is stateless';
const NO_HEADER_PARAMETERS = 'no tool here repeats an argument in a header';

/** Scenarios in which every check must succeed. */
export const APPLIES: Readonly<Record<Revision, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'input-required-result-unsupported-methods',
    'http-header-validation',
  ],
};

/** Single checks that need a tool of the sample server, in scenarios that apply otherwise. */
export const INAPPLICABLE_CHECKS: Readonly<Record<Revision, Readonly<Record<string, readonly string[]>>>> = {
  '2025-11-25': {},
  '2026-07-28': {
    'server-stateless': [
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
    ],
  },
};

const SAMPLES: Readonly<Record<string, string>> = {
  'completion-complete': SAMPLE_PROMPT,
  'tools-call-simple-text': SAMPLE_TOOL,
  'tools-call-image': SAMPLE_TOOL,
  'tools-call-audio': SAMPLE_TOOL,
  'tools-call-embedded-resource': SAMPLE_TOOL,
  'tools-call-mixed-content': SAMPLE_TOOL,
  'tools-call-error': SAMPLE_TOOL,
  'tools-call-with-progress': SAMPLE_TOOL,
  'resources-read-text': SAMPLE_RESOURCE,
  'resources-read-binary': SAMPLE_RESOURCE,
  'resources-templates-read': SAMPLE_RESOURCE,
  'prompts-get-simple': SAMPLE_PROMPT,
  'prompts-get-with-args': SAMPLE_PROMPT,
  'prompts-get-embedded-resource': SAMPLE_PROMPT,
  'prompts-get-with-image': SAMPLE_PROMPT,
  'json-schema-2020-12': SAMPLE_TOOL,
};

const ASKING_BACK = [
  'basic-elicitation',
  'basic-sampling',
  'basic-list-roots',
  'request-state',
  'multiple-input-requests',
  'multi-round',
  'missing-input-response',
  'non-tool-request',
  'result-type',
  'tampered-state',
  'capability-check',
  'ignore-extra-params',
  'validate-input',
];
const TASKS = [
  'lifecycle',
  'capability-negotiation',
  'wire-fields',
  'request-state-removal',
  'mrtr-input',
  'request-headers',
  'dispatch-and-envelope',
  'status-notifications',
  'required-task-error',
  'mrtr-composition',
];

/** The other scenarios, each with the reason. */
export const DOES_NOT_APPLY: Readonly<Record<Revision, Readonly<Record<string, string>>>> = {
  '2025-11-25': {
    ...SAMPLES,
    'tools-call-with-logging': NO_LOGGING,
    'logging-set-level': NO_LOGGING,
    'tools-call-sampling': SAMPLE_TOOL,
    'tools-call-elicitation': SAMPLE_TOOL,
    'elicitation-sep1034-defaults': SAMPLE_TOOL,
    'elicitation-sep1330-enums': SAMPLE_TOOL,
    'resources-subscribe': NO_SUBSCRIPTIONS,
    'resources-unsubscribe': NO_SUBSCRIPTIONS,
    'server-sse-multiple-streams': NO_SESSIONS,
    'server-session-lifecycle': NO_SESSIONS,
    'server-sse-polling': NO_SESSIONS,
  },
  '2026-07-28': {
    ...SAMPLES,
    ...Object.fromEntries(ASKING_BACK.map((name) => [`input-required-result-${name}`, NO_INPUT])),
    ...Object.fromEntries(TASKS.map((name) => [`tasks-${name}`, NO_TASKS])),
    'http-custom-header-server-validation': NO_HEADER_PARAMETERS,
  },
};

/** The message of a check that failed because it needs something that only the sample server has, or that this server does not offer. */
export const WANT_OF_SAMPLE =
  /(?:Tool|Prompt) '?(?:test_\w+|json_schema_2020_12_tool|slow_compute|greet|failing_job|protocol_error_job|confirm_delete|multi_input)'? not found|Resource not found: test:|Not testable|Prerequisite failed|Method not found|got -32601|fixture|capabilities\.extensions MUST be advertised|Expected InputRequiredResult|returned error code -32602/;
