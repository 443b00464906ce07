/** A redundancy group as a gauge: how many of its targets are needed, how many may fail, and which shared thing defeats the redundancy. */
'use client';

import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { entityKindLabel } from '@/client/labels/labels';
import type { WeakPoints } from '@/contract/weakPoints';
import { failuresLeftWords, isUndermined } from './marginWords';
import classes from './WeakPoints.module.css';

/** More marks could not be told apart. */
const MOST_MARKS = 16;
const MOST_CAUSES = 3;

type Margin = WeakPoints['margins'][number];

export function GroupGauge({ margin }: { margin: Omit<Margin, 'notInService'> & Partial<Margin> }) {
  const {
    notInService = [],
    source,
    redundancyGroup,
    redundancyMinimum,
    targets,
    failuresLeft,
    sharedCauses,
    sharedCausesOmitted,
  } = margin;
  const isHollow = isUndermined(margin);
  const shown = Math.min(targets, MOST_MARKS);
  const spare = Math.min(failuresLeft, shown);
  const others = sharedCauses.length - MOST_CAUSES + sharedCausesOmitted;
  return (
    <div className={classes.gauge} data-hollow={isHollow}>
      <div className={classes.gaugeHead}>
        <span
          role="meter"
          aria-valuemin={0}
          aria-valuemax={targets}
          aria-valuenow={failuresLeft}
          aria-valuetext={failuresLeftWords(margin)}
          aria-label={`How many of “${redundancyGroup}” may fail`}
          className={classes.marks}
        >
          {Array.from({ length: shown }, (_, index) => (
            <span key={index} className={classes.mark} data-spare={index >= shown - spare} />
          ))}
        </span>
        <strong className={classes.left}>{failuresLeftWords(margin)}</strong>
      </div>
      <Text size="sm">
        <b>{source.name}</b> needs {redundancyMinimum} of {targets} in “{redundancyGroup}”.
      </Text>
      {notInService.length > 0 && (
        <Text size="sm">
          It counts on {notInService.map(({ name }) => name).join(' and ')}, which {notInService.length === 1 ? 'is' : 'are'} not in
          service.
        </Text>
      )}
      {isHollow && (
        <Text size="sm" fw={600} className={classes.hollow}>
          <IconAlertTriangle size={15} aria-hidden="true" /> Redundancy in name only
        </Text>
      )}
      {isHollow && (
        <ul className={`bare-list ${classes.causes}`}>
          {sharedCauses.slice(0, MOST_CAUSES).map(({ entityType, id, name, takes }) => (
            <li key={id}>
              <EntityIcon kind={entityType} size={14} /> {entityKindLabel(entityType)} <b>{name}</b> alone takes{' '}
              {takes === targets ? (takes === 2 ? 'both' : `all ${takes}`) : takes} down.
            </li>
          ))}
          {others > 0 && <li>… and {others.toLocaleString('en')} more that do the same.</li>}
        </ul>
      )}
    </div>
  );
}
