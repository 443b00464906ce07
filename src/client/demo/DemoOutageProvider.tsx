/**
 * Plays the demo's outage by reporting health signals as monitoring would, with the rights of the viewer. It continues across pages and
 * reloads, and ends with the recovery. If this browser is closed or its person signs out, that waits until both are back.
 */
'use client';

import { useLocalStorage } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, type ReactNode } from 'react';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { PLAN_LIMITS, isRoleAtLeast } from '@/domain/access';
import { RECOVERY, SCENES, SCENE_MS, type Scene } from './outageScenes';

interface Playing {
  /** Milliseconds since 1970. */
  startedAt: number;
  /** How many scenes have been reported. */
  reported: number;
}

export interface DemoOutage {
  /** False outside the demo, and for people who may not report health. */
  mayPlay: boolean;
  /** The current scene, counted from 1; null while nothing is played. */
  scene: (Pick<Scene, 'caption' | 'page' | 'link'> & { number: number }) | null;
  /** Why the last scene could not be reported; `end` tries again. */
  error: unknown;
  play(): void;
  /** Jumps to the recovery. */
  end(): void;
}

const NOT_HERE: DemoOutage = { mayPlay: false, scene: null, error: null, play: () => undefined, end: () => undefined };
const DemoOutageContext = createContext<DemoOutage>(NOT_HERE);

export function useDemoOutage(): DemoOutage {
  return useContext(DemoOutageContext);
}

export function DemoOutageProvider({ children }: { children: ReactNode }) {
  const { isDemo, role, plan } = useTenant();
  const mayPlay = isDemo && isRoleAtLeast(role, 'Editor') && PLAN_LIMITS[plan].signalsPerMinute > 0;
  return mayPlay ? <Stage>{children}</Stage> : <DemoOutageContext value={NOT_HERE}>{children}</DemoOutageContext>;
}

function Stage({ children }: { children: ReactNode }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // Kept in this browser, so that a reload in the middle does not leave the outage behind.
  const [playing, setPlaying] = useLocalStorage<Playing | null>({ key: `faultline.demoOutage.${tenantId}`, defaultValue: null });
  const { mutate, error, reset } = useMutation(
    trpc.health.pushMany.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.health.pathFilter()) }),
  );
  const report = useCallback(
    (startedAt: number, index: number) => {
      const onSuccess = (): void => setPlaying(index < SCENES.length ? { startedAt, reported: index + 1 } : null);
      mutate({ signals: [...(SCENES[index]?.signals ?? RECOVERY)] }, { onSuccess });
    },
    [mutate, setPlaying],
  );
  useEffect(() => {
    if (playing === null) return;
    const { startedAt, reported } = playing;
    const timer = setTimeout(() => report(startedAt, reported), Math.max(0, startedAt + reported * SCENE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [playing, report]);

  const number = playing === null ? 0 : Math.max(1, playing.reported);
  const on = SCENES[number - 1];
  const outage: DemoOutage = {
    mayPlay: true,
    scene: on === undefined ? null : { ...on, number },
    error,
    play: () => {
      reset();
      setPlaying({ startedAt: Date.now(), reported: 0 });
    },
    end: () => {
      if (playing !== null) report(playing.startedAt, SCENES.length);
    },
  };
  return <DemoOutageContext value={outage}>{children}</DemoOutageContext>;
}
