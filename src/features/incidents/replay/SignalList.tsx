/** Each state change of the causes and symptoms. Those still to come at the shown moment are dimmed. */
import { Box, Text, Title } from '@mantine/core';
import { StateMark } from '@/client/symbols/StateMark';
import type { IncidentReplay } from '@/contract/replay';
import { Timestamp } from '@/ui/Timestamp';
import { positionOf } from './steps';
import classes from './ReplayPage.module.css';

interface Props {
  replay: IncidentReplay;
  /** The moment shown, as an ISO timestamp. */
  instant: string;
  onGo(position: number): void;
}

export function SignalList({ replay, instant, onGo }: Props) {
  const { signals, signalsOmitted } = replay;
  const latest = signals.findLast(({ at }) => Date.parse(at) <= Date.parse(instant))?.signalId;
  return (
    <Box component="section" p="12px 16px" aria-label="Signals">
      <Title order={2} mb={6}>
        Signals
      </Title>
      {signals.length === 0 && <Text size="sm">None of its signals are kept.</Text>}
      <ol className={classes.list}>
        {signals.map(({ signalId, at, name, componentId, state, message }) => (
          <li key={signalId} data-later={Date.parse(at) > Date.parse(instant) || undefined}>
            <button
              type="button"
              className={classes.signal}
              aria-current={signalId === latest ? 'step' : undefined}
              onClick={() => onGo(positionOf(replay, at))}
            >
              <span className={classes.when}>
                <Timestamp at={at} hasSeconds />
              </span>
              <span>
                <span className={classes.who}>{name ?? `Deleted component (${componentId.slice(0, 8)})`}</span> <StateMark state={state} />
                {message !== null && <span className={classes.message}>{message}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {signalsOmitted > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          {signalsOmitted.toLocaleString('en')} later signals are not listed.
        </Text>
      )}
    </Box>
  );
}
