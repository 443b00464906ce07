/** How many dependencies prove what: in total, by criticality, by how sensitive their data is. Each counts once, and each row filters. */
'use client';

import { Text, Title } from '@mantine/core';
import { TIER_LABELS } from '@/client/labels/labels';
import type { SecurityRegister } from '@/contract/securityRegister';
import { REGISTER_VERDICTS, type RegisterVerdict } from '@/domain/register/registerShares';
import { countOf } from '@/plain/counts';
import classes from './Register.module.css';
import type { ChangeRegisterView, RegisterView } from './registerAddress';
import { ShareBar } from './ShareBar';

const VERDICT_WORDS: Readonly<Record<RegisterVerdict, string>> = {
  unprotected: 'Unprotected',
  gap: 'Gaps',
  unclear: 'Unknown words',
  secured: 'Secured',
};

interface Props {
  shares: SecurityRegister['completeness']['shares'];
  view: RegisterView;
  change: ChangeRegisterView;
}

/** Chosen alone, or nothing chosen. */
function toggled<Value>(chosen: readonly Value[], value: Value): Value[] | null {
  return isOnly(chosen, value) ? null : [value];
}

function isOnly<Value>(chosen: readonly Value[], value: Value): boolean {
  return chosen.length === 1 && chosen[0] === value;
}

export function Shares({ shares: { overall, byCriticalityTier, byDataClass }, view, change }: Props) {
  const { total } = overall;
  return (
    <>
      <div>
        <Title order={2}>What {countOf(total, 'dependency proves', 'dependencies prove')}</Title>
        <div className={classes.rows}>
          {REGISTER_VERDICTS.map((verdict) => (
            <ShareBar
              key={verdict}
              name={VERDICT_WORDS[verdict]}
              part={overall[verdict]}
              of={total}
              isChosen={isOnly(view.verdicts, verdict)}
              onChoose={() => change({ verdicts: toggled(view.verdicts, verdict) })}
            />
          ))}
        </div>
        {overall.unclear > 0 && (
          <Text size="xs" c="dimmed" mt={4}>
            Unknown words are filled in, but name no known protocol, encryption or authentication. They may prove nothing.
          </Text>
        )}
      </div>
      <div>
        <Title order={2}>Secured, by criticality</Title>
        <div className={classes.rows}>
          {byCriticalityTier.map(({ criticalityTier: tier, ...row }) => (
            <ShareBar
              key={tier}
              name={TIER_LABELS[tier]}
              part={row.secured}
              of={row.total}
              isChosen={isOnly(view.highest, tier)}
              onChoose={() => change({ highest: toggled(view.highest, tier) })}
            />
          ))}
        </div>
      </div>
      <div>
        <Title order={2}>Secured, by data class</Title>
        <div className={classes.rows}>
          {byDataClass.map(({ dataClass, secured, total: of }) => (
            <ShareBar
              key={dataClass ?? 'none'}
              name={dataClass ?? 'Not recorded'}
              part={secured}
              of={of}
              isChosen={dataClass !== null && isOnly(view.classes, dataClass)}
              onChoose={dataClass === null ? null : () => change({ classes: toggled(view.classes, dataClass) })}
            />
          ))}
        </div>
      </div>
    </>
  );
}
