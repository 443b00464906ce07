/** push_health: reports a component's health, as monitoring would. */
import { z } from 'zod';
import { AcceptedSignal, HealthSignalInput } from '@/contract/healthSignals';
import { entityReference } from '@/contract/fields';
import { findEntity } from '@/doors/mcp/findEntity';
import { dataBlock, quoteForAgents, DATA_NOTICE } from '@/doors/mcp/quoteForAgents';
import { agentTool, notice } from '@/doors/mcp/tool';

const { component: _component, ...signal } = HealthSignalInput.shape;

export const pushHealthTool = agentTool({
  name: 'push_health',
  title: 'Report health',
  description:
    'Reports the health of a component: Healthy, Warning, Degraded or Outage. It counts as a real report: live impact, incidents and webhooks follow within a second. Report only what was observed, never to try something out.',
  scope: 'health',
  effect: 'adds',
  input: z.strictObject({ component: entityReference.meta({ description: 'The technicalName or id of the component.' }), ...signal }),
  output: z.strictObject({ notice, ...AcceptedSignal.shape }),
  async call(session, { component, ...report }) {
    // A key that may not read must not learn which names exist.
    const isReader = session.caller.scopes.includes('read');
    const accepted = await session.procedures.health.push({ component, ...report }).catch(async (error: unknown) => {
      // An unknown name is refused, with the nearest ones.
      if (isReader) await findEntity(session, component, 'component');
      throw error;
    });
    return {
      structured: { notice: DATA_NOTICE, ...accepted },
      text: [
        `Accepted: ${accepted.state}, as signal ${accepted.signalId}, at ${accepted.acceptedAt}.`,
        ...(accepted.note === null ? [] : [accepted.note]),
        ...dataBlock([`component: ${quoteForAgents(component)}`]),
        'impact_snapshot shows the impact.',
      ],
    };
  },
});
