/** Takes files with traces, metrics or flows, says what is in them, asks what they cannot say, and leads to the proposed manifest. */
'use client';

import { Alert, Button, FileButton, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useGo } from '@/client/live/NavigationGuard';
import { holdText } from '@/client/manifest/heldText';
import type { Seen } from '@/client/manifest/observer';
import type { ReadSoFar } from '@/client/manifest/seenSoFar';
import { startObserver, type Observing } from '@/client/manifest/startObserver';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import type { CustomerAnswer } from '@/sources/customerAnswers';
import { countOf } from '@/plain/counts';
import { DropArea } from '@/ui/DropArea';
import { CustomerQuestions } from './CustomerQuestions';
import { readWords } from './readWords';

type State = { at: 'start' } | { at: 'reading'; read: ReadSoFar | null } | { at: 'seen'; seen: Seen };

export function ConnectDrop() {
  const { tenantId } = useTenant();
  const go = useGo();
  const [state, setState] = useState<State>({ at: 'start' });
  const [problem, setProblem] = useState<string | null>(null);
  const observing = useRef<Observing | null>(null);
  const end = (): void => {
    observing.current?.end();
    observing.current = null;
  };
  useEffect(() => end, []);
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    end();
    setProblem(null);
    setState({ at: 'reading', read: null });
    const own = startObserver(files, (read) => observing.current === own && setState({ at: 'reading', read }));
    observing.current = own;
    try {
      const seen = await own.seen;
      if (observing.current === own) setState({ at: 'seen', seen });
    } catch (error) {
      if (observing.current !== own) return;
      end();
      setState({ at: 'start' });
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const review = async (answers: CustomerAnswer[]): Promise<void> => {
    try {
      holdText(tenantId, { text: await observing.current!.propose(answers), isUnsaved: true });
      go(pageHref(tenantId, 'manifest'));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <DropArea onFiles={(files) => void take(files)}>
        <Text size="sm" mb={8}>
          Drop traces (OTLP or Jaeger), metrics (as an exporter exposes them or Prometheus returns them) or Hubble flows.
        </Text>
        <FileButton multiple onChange={(files) => void take(files)}>
          {(props) => (
            <Button variant="default" leftSection={<IconFileImport size={15} aria-hidden="true" />} {...props}>
              Choose what was recorded
            </Button>
          )}
        </FileButton>
      </DropArea>
      <div role="status">
        {state.at === 'reading' && (
          <Text size="sm" c="dimmed">
            {state.read === null ? 'Reading.' : readWords(state.read)} The files stay in this browser.
          </Text>
        )}
        {state.at === 'seen' && <SeenWords seen={state.seen} />}
      </div>
      {state.at === 'seen' && <CustomerQuestions services={state.seen.services} onAnswered={review} />}
      {problem !== null && (
        <Alert color="red" variant="light" role="alert" title="Nothing was drawn from these files">
          {problem}
        </Alert>
      )}
    </>
  );
}

function SeenWords({ seen: { components, services, dependencies, modes, left, advice } }: { seen: Seen }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {countOf(services.length, 'service')}, {countOf(components - services.length, 'more component')},{' '}
        {countOf(dependencies, 'dependency', 'dependencies')} seen
      </Text>
      <Text size="xs" c="dimmed">
        Modes: {modes.measured} measured, {modes.assumed + modes.declared} assumed or declared.
        {left.length > 0 && ` Left out or decided: ${left.join('; ')}.`}
        {dependencies === 0 && ` ${advice[1] ?? ''}`}
      </Text>
    </>
  );
}
