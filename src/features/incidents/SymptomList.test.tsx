import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Incident } from '@/contract/incidents';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { SymptomList } from './SymptomList';

const since = '2026-11-20T09:30:00.000Z';
const symptom = (technicalName: string, until: string | null = null) => ({ componentId: technicalName, technicalName, since, until });

it('says whether the cause explains each symptom alone or only jointly with others', () => {
  const incident = {
    impactedNotMonitored: [],
    impactedNotMonitoredCount: 0,
    symptoms: ['api', 'web'],
    symptomHistory: [symptom('api'), symptom('web'), symptom('old', since)],
    symptomDetails: [
      { componentId: 'api', technicalName: 'api', effectiveState: 'Outage', alone: 'Outage', jointlyWith: [] },
      { componentId: 'web', technicalName: 'web', effectiveState: 'Outage', alone: 'Degraded', jointlyWith: ['r2', 'r3', 'r4', 'r5'] },
    ],
  } as unknown as Incident;
  renderInTenant(<SymptomList incident={incident} />);
  const [api, web, old] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(api).toMatch(/Outage from this cause alone$/);
  expect(web).toMatch(/Outage jointly with r2, r3, r4 and 1 other; from this cause alone it would be Degraded$/);
  expect(old).not.toContain('cause');
});

it('lists what is impacted but not monitored beside the symptoms, and counts what it leaves out', () => {
  const incident = {
    symptoms: [],
    symptomHistory: [],
    symptomDetails: [],
    impactedNotMonitored: [{ technicalName: 'desk', effectiveState: 'Outage' }],
    impactedNotMonitoredCount: 3,
  } as unknown as Incident;
  renderInTenant(<SymptomList incident={incident} />);
  expect(screen.getByText('No other component reports trouble because of it now.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Impacted, not monitored' }).textContent).toMatch(/\(3\)desk Outageand 2 more$/);
});
